/** All-season tires. Columns: see `modelsOf` in tire/model.ts. */
export const allSeason = `
Michelin     | CrossClimate 2               | cb 15-19  | CB69 |
Michelin     | CrossClimate 2 SUV           | bu 16-20  | CB70 |
Michelin     | CrossClimate 3               | cb 16-20  | CB72 | top
Continental  | AllSeasonContact 2           | cbu 14-21 | CB71 | top
Nokian       | Seasonproof 2                | cb 15-19  | BA70 | top
Nokian       | Seasonproof 1                | c 14-18   | CB70 | old
Bridgestone  | Turanza All Season 6         | cbu 15-21 | CB70 |
Bridgestone  | Weather Control A005 EVO     | cb 15-19  | CB71 | old
Goodyear     | Vector 4Seasons Gen-3        | cb 14-19  | CB72 |
Goodyear     | Vector 4Seasons Gen-3 SUV    | bu 17-21  | CB72 |
Pirelli      | Cinturato All Season SF2     | cb 15-19  | BB68 | old rf
Pirelli      | Cinturato All Season SF3     | cb 15-20  | BB70 | top
Pirelli      | Scorpion All Season SF2      | bu 17-20  | BB71 |
Pirelli      | Powergy All Season SF        | cb 15-18  | CB71 | value
Hankook      | Kinergy 4S 2                 | cb 13-19  | CB72 |
Hankook      | Kinergy 4S 2 X               | u 15-20   | CB72 |
Yokohama     | BluEarth-4S AW21             | cbu 14-20 | DB72 |
Toyo         | Celsius AS2                  | cbu 14-20 | CB71 |
Kumho        | Solus 4S HA32                | cbu 13-20 | CB72 |
Nexen        | N'Blue 4Season 2             | cbu 14-20 | CB72 |
Falken       | EuroAll Season AS220         | cb 15-20  | CB68 |
Falken       | EuroAll Season AS210         | c 13-17   | CB69 | old
Vredestein   | Quatrac                      | cb 13-18  | CB70 |
Vredestein   | Quatrac Pro+                 | cbu 16-22 | CB71 | top
Dunlop       | All Season 2                 | cb 14-18  | CC71 |
Firestone    | Multiseason 2                | cb 14-18  | CB71 |
BFGoodrich   | Advantage All-Season         | cb 14-18  | CB70 |
Kleber       | Quadraxer 3                  | cb 14-19  | CB70 |
Uniroyal     | AllSeasonExpert 2            | cb 13-18  | CB71 |
Semperit     | AllSeason-Grip               | cb 14-18  | CB71 |
Cooper       | Discoverer All Season        | cbu 14-19 | CB71 |
Maxxis       | Premitra All Season AP3      | cbu 14-20 | CB70 |
General      | Altimax A/S 365              | c 13-18   | CC71 |
Barum        | Quartaris 6                  | cb 15-19  | CC72 |
Barum        | Quartaris 5                  | c 13-17   | CC71 | old
Matador      | MP62 All Weather Evo         | cb 13-18  | CC72 |
Sava         | All Weather                  | c 14-17   | CC71 |
Debica       | Navigator 3                  | c 13-16   | CC71 |
Kormoran     | All Season                   | c 13-17   | CC71 |
Riken        | All Season                   | c 13-17   | CC71 |
Fulda        | MultiControl                 | c 14-17   | CC71 |
Viking       | FourTech Plus                | cb 14-18  | CC72 |
Sailun       | Atrezzo 4Seasons             | c 13-18   | CB71 |
Goodride     | All Season Elite Z-401       | cb 13-18  | CB71 |
Nankang      | Cross Seasons AW-6           | cbu 13-19 | DB71 |
Linglong     | Grip Master 4S               | cb 15-19  | CB71 |
Triangle     | SeasonX TA01                 | cb 13-18  | CB72 |
Evergreen    | EA719                        | c 13-17   | CC71 |
Aplus        | A909 AllSeason               | c 13-18   | CB71 |
Petlas       | MultiAction PT565            | cb 13-18  | DB71 |
Tomket       | Allyear 3                    | c 13-17   | DC71 |
Imperial     | All Season Driver            | cb 13-18  | CB71 |
`;
