/** Van tires (class C2) by season, with the label in 215/65 R16C. Columns: see `modelsOf` in tire/model.ts. */
export const vanSummer = `
Michelin     | Agilis 3                     | v 14-17   | BA70 | top
Continental  | VanContact Eco               | v 15-17   | BB71 |
Nokian       | Hakka Van                    | v 14-17   | CA70 |
Bridgestone  | Duravis R660 Eco             | v 15-17   | BA71 |
Goodyear     | EfficientGrip Cargo 2        | v 14-17   | BB71 |
Goodyear     | EfficientGrip Cargo          | v 15-16   | BC71 | old
Pirelli      | Carrier                      | v 15-17   | CB72 |
Hankook      | Vantra LT RA18               | v 12-17   | CB72 |
Yokohama     | BluEarth-Van RY55            | v 13-17   | CB71 |
Toyo         | Nanoenergy Van               | v 14-17   | CB70 |
Kumho        | PorTran KC53                 | v 12-17   | CB71 |
Nexen        | Roadian CT8                  | v 12-17   | CB71 |
Falken       | Linam VAN01                  | v 13-17   | CB71 |
Vredestein   | Comtrac 2                    | v 14-17   | CB72 |
Firestone    | Vanhawk 2                    | v 13-17   | CB72 |
Kleber       | Transpro 2                   | v 14-17   | CB71 |
Semperit     | Van-Life 3                   | v 14-17   | CB72 |
Barum        | Vanis 3                      | v 14-17   | CB72 |
Matador      | MPS330 Maxilla 2             | v 13-16   | CC72 |
Sailun       | Commercio VX1                | v 12-17   | CB72 |
Landspider   | DuraTraxx Van                | v 13-17   | CB71 |
Linglong     | Green-Max Van                | v 13-17   | CC72 |
`;

export const vanAllSeason = `
Michelin     | Agilis CrossClimate          | v 14-17   | BA73 |
Continental  | VanContact 4Season           | v 15-17   | CB73 |
Nokian       | Seasonproof C                | v 15-17   | CA72 |
Bridgestone  | Duravis All Season Evo       | v 15-17   | BA73 |
Goodyear     | Vector 4Seasons Cargo        | v 15-17   | CB72 |
Pirelli      | Carrier All Season           | v 15-17   | CB73 |
Hankook      | Vantra ST AS2 RA30           | v 14-17   | CB72 |
Toyo         | Celsius Cargo                | v 15-17   | CB72 |
Kumho        | PorTran 4S CX11              | v 14-17   | CB72 |
Falken       | EuroAll Season VAN11         | v 14-17   | DB72 |
Vredestein   | Comtrac 2 All Season+        | v 14-17   | CB73 |
Maxxis       | Vansmart A/S AL2             | v 13-17   | CB72 |
Barum        | VanisAllSeason               | v 15-17   | DB73 |
`;

export const vanCentral = `
Michelin     | Agilis Alpin                 | v 14-17   | CB72 |
Continental  | VanContact Winter            | v 14-17   | CB73 |
Nokian       | Snowproof C                  | v 15-17   | CB72 |
Goodyear     | UltraGrip Cargo              | v 14-17   | DB72 |
Hankook      | Winter i*cept LV RW12        | v 13-17   | DB73 |
Yokohama     | BluEarth-Winter WY01         | v 14-17   | DB72 |
Kumho        | PorTran CW51                 | v 14-17   | DC73 |
Falken       | Eurowinter VAN01             | v 14-17   | DB72 |
Vredestein   | Comtrac 2 Winter+            | v 14-17   | DB73 |
Firestone    | Vanhawk 2 Winter             | v 14-16   | DC72 |
Uniroyal     | SnowMax 3                    | v 14-16   | DC73 |
Semperit     | Van-Grip 3                   | v 14-17   | DC73 |
Barum        | SnoVanis 3                   | v 14-17   | DC73 |
Matador      | MPS530 Sibir Snow Van        | v 14-16   | DC73 |
Fulda        | Conveo Trac 3                | v 14-16   | DC73 |
Nankang      | Winter Activa SL-6           | v 13-17   | DC73 |
`;

export const vanNordic = `
Continental  | VanContact Viking            | v 15-17   | DD73 | top
Nokian       | Hakkapeliitta CR4            | v 14-17   | CD72 | top
Toyo         | Observe Van                  | v 14-16   | DD72 |
Hankook      | Winter RW06                  | v 13-16   | DE73 |
`;

export const vanStudded = `
Michelin     | Agilis X-Ice North           | v 14-16   | --   |
Continental  | VanContact Ice               | v 14-17   | --   |
Nokian       | Hakkapeliitta C4             | v 14-17   | --   | top
Goodyear     | UltraGrip Cargo              | v 14-17   | --   |
Hankook      | Winter i*Pike LT RW09        | v 13-16   | EE73 | studdable
Kumho        | PorTran CW11                 | v 14-16   | DE73 | studdable
Nexen        | Winguard WT1                 | v 14-16   | EE73 | studdable
Maxxis       | Presa Spike LT MA-SLW        | v 14-16   | DE73 | studdable
Gislaved     | Nord*Frost Van 2             | v 14-16   | --   |
`;
