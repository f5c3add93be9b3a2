/** Central European friction tires. Columns: see `modelsOf` in tire/model.ts. */
export const winterCentral = `
Michelin     | Alpin 7                      | cb 16-19  | CB71 | top
Michelin     | Alpin 6                      | c 15-18   | CB69 |
Michelin     | Pilot Alpin 5                | cbw 17-21 | CB70 | sport oe rf
Michelin     | Pilot Alpin 5 SUV            | u 17-22   | CB70 | sport
Continental  | WinterContact TS 870         | cb 14-18  | CB70 | top
Continental  | WinterContact TS 870 P       | cbu 16-21 | CB71 | sport
Continental  | WinterContact TS 860 S       | cuw 18-22 | CB72 | sport oe rf
Nokian       | Snowproof 2                  | cb 15-18  | CB69 |
Nokian       | Snowproof P                  | cb 17-20  | CB70 | sport
Bridgestone  | Blizzak LM005                | cbu 15-21 | CA71 | oe rf
Bridgestone  | Blizzak 6                    | cb 15-20  | CB70 | top
Goodyear     | UltraGrip Performance 3      | cbu 15-21 | CB70 | top
Goodyear     | UltraGrip Performance+       | cb 16-20  | CB71 | oe rf
Goodyear     | UltraGrip 9+                 | c 14-16   | CB69 |
Pirelli      | Cinturato Winter 2           | cb 15-19  | CB69 |
Pirelli      | P Zero Winter 2              | cw 18-22  | CB71 | sport top
Pirelli      | Scorpion Winter 2            | bu 17-22  | CB71 |
Pirelli      | Winter Sottozero 3           | cw 17-20  | CB72 | sport old oe rf
Hankook      | Winter i*cept RS3            | cb 14-17  | DB72 |
Hankook      | Winter i*cept evo3           | cbw 17-21 | CB72 | sport
Hankook      | Winter i*cept evo3 X         | u 16-21   | CB72 | sport
Yokohama     | BluEarth*Winter V906         | cb 15-20  | DB71 |
Yokohama     | BluEarth*Winter V905         | cb 14-19  | CC72 | old
Toyo         | Observe S944                 | cb 14-18  | DB71 |
Toyo         | Snowprox S954                | cbw 17-20 | DB71 | sport
Kumho        | WinterCraft WP52+            | cb 14-18  | CB72 |
Kumho        | WinterCraft WP72             | cb 17-21  | CB72 | sport
Nexen        | Winguard Sport 3             | cb 16-20  | CB72 | sport
Nexen        | Winguard Snow'G 3            | c 13-17   | CB71 |
Falken       | Eurowinter HS02              | cb 14-18  | DB69 |
Falken       | Eurowinter HS02 PRO          | cb 17-21  | DB70 | sport
Vredestein   | Wintrac                      | cb 13-18  | CB70 |
Vredestein   | Wintrac Pro+                 | cbu 16-22 | CB71 | sport
Dunlop       | Winter Sport 5               | cb 15-20  | CB71 |
Dunlop       | Winter Response 2            | c 14-16   | CC69 | old
Firestone    | Winterhawk 4                 | cb 14-18  | CB71 |
BFGoodrich   | g-Force Winter 2             | cb 14-18  | CB70 |
Kleber       | Krisalp HP3                  | cb 13-18  | CB69 |
Uniroyal     | WinterExpert                 | cb 13-19  | CB72 |
Semperit     | Speed-Grip 5                 | cb 14-19  | CB72 |
Gislaved     | Euro*Frost 6                 | cb 14-18  | CC72 |
Cooper       | Discoverer Winter            | cbu 14-19 | CC71 |
Maxxis       | Premitra Snow WP6            | cb 14-18  | CB70 |
General      | Altimax Winter 3             | c 14-18   | CC71 |
General      | Snow Grabber Plus            | bu 16-20  | CC72 |
Barum        | Polaris 6                    | cb 14-19  | BC72 |
Barum        | Polaris 5                    | c 13-17   | CC72 | old
Matador      | MP93 Nordicca                | cb 14-18  | CC72 |
Sava         | Eskimo HP2                   | c 15-18   | CC70 |
Debica       | Frigo HP2                    | c 15-17   | CC70 |
Kormoran     | Snow                         | c 13-17   | CC71 |
Riken        | Snow                         | c 13-17   | CC71 |
Fulda        | Kristall Control HP2         | c 15-18   | CC70 |
Viking       | WinTech NewGen               | cb 14-18  | CC72 |
Sailun       | Ice Blazer Alpine+           | c 13-16   | DC71 |
Goodride     | SnowMaster SW608             | cb 13-18  | DC71 |
Nankang      | Winter Activa SV-3           | cb 14-20  | DC72 |
Linglong     | Green-Max Winter UHP         | cb 15-18  | DC72 |
Triangle     | WinterX TW401                | cb 13-18  | DC72 |
Evergreen    | EW62                         | c 13-17   | DC71 |
Evergreen    | EW66                         | cb 17-19  | DC72 |
Aplus        | A501                         | c 13-16   | DC72 |
Petlas       | SnowMaster 2                 | c 14-17   | DC72 |
Tomket       | Snowroad 3                   | c 13-16   | DC72 |
Imperial     | Snowdragon HP                | c 13-17   | DC71 |
Imperial     | Snowdragon UHP               | cb 16-20  | DC72 |
`;
