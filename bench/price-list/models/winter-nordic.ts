/** Nordic friction tires. Columns: see `modelsOf` in tire/model.ts. */
export const winterNordic = `
Michelin     | X-Ice Snow                   | cb 14-20  | CE69 | top speed:H
Michelin     | X-Ice Snow SUV               | bu 16-22  | CE69 | top
Continental  | VikingContact 8              | cbu 15-21 | BD69 | top
Continental  | VikingContact 7              | cbu 14-21 | CD71 |
Nokian       | Hakkapeliitta R5             | cb 14-21  | BD67 | top rf speed:R
Nokian       | Hakkapeliitta R5 SUV         | bu 16-22  | BD68 | top speed:R
Nokian       | Hakkapeliitta R5 EV          | cb 16-21  | BD67 | top speed:R
Nokian       | Hakkapeliitta R3             | cb 13-20  | BE70 | old speed:R
Nokian       | Nordman RS2                  | c 13-17   | BE72 | economy speed:R
Nokian       | Nordman RS2 SUV              | bu 15-18  | CE72 | economy speed:R
Bridgestone  | Blizzak Ice                  | cb 13-19  | EE72 | speed:S
Bridgestone  | Blizzak DM-V3                | bu 16-21  | DE72 | speed:S
Goodyear     | UltraGrip Ice 3              | cb 14-20  | BE69 | top
Goodyear     | UltraGrip Ice 2              | cb 14-19  | CE69 |
Goodyear     | UltraGrip Ice SUV            | bu 16-20  | CE70 |
Pirelli      | Ice Friction                 | cb 15-20  | CC68 | speed:H top
Pirelli      | Ice Zero Asimmetrico         | cb 16-19  | CD69 | speed:H
Pirelli      | Ice Zero FR                  | cbu 15-20 | CE70 | old
Hankook      | Winter i*cept iZ3            | cb 14-19  | CD72 |
Hankook      | Winter i*cept iZ2            | c 13-18   | CE71 | old
Hankook      | Winter i*cept X              | bu 16-20  | DE72 |
Yokohama     | iceGUARD iG60                | cb 13-19  | CE69 | speed:Q
Yokohama     | iceGUARD iG53                | cb 14-19  | CE70 | speed:H
Yokohama     | iceGUARD SUV G075            | bu 15-21  | DE71 | speed:Q
Toyo         | Observe GSi-6                | cbu 13-20 | DE70 | speed:S
Toyo         | Observe GSi-5                | cbu 13-19 | DE71 | old speed:Q
Kumho        | WinterCraft ice Wi51         | cb 13-18  | CD72 |
Kumho        | WinterCraft ice Wi61         | cb 15-19  | CD71 | top
Nexen        | Winguard Ice 3               | cb 14-19  | CD72 |
Nexen        | Winguard Ice SUV             | bu 15-18  | DE71 | old speed:Q
Falken       | Winterpeak F-Snow 1          | cb 14-18  | DD71 |
Vredestein   | Nordtrac 2+                  | cb 14-18  | CD71 |
Dunlop       | Winter Snow1                 | cb 14-18  | DD71 |
Gislaved     | Soft*Frost 200               | cb 14-19  | CE71 |
Maxxis       | Premitra Ice 5 SP5           | cb 14-19  | CD69 |
Maxxis       | Premitra Ice SP3             | cb 13-18  | DE70 | old
General      | Altimax Nordic 12            | c 13-18   | CE72 |
Barum        | Polaris North 6              | cb 14-18  | CD72 |
Sava         | Eskimo Ice                   | c 14-17   | DE70 |
Sailun       | IceBlazer Arctic 2           | cb 14-19  | CD70 |
Goodride     | SW618                        | cbu 14-19 | DE71 |
Nankang      | Ice-2                        | cb 14-19  | CC72 | speed:Q
Nankang      | Ice Activa Ice-1             | cb 13-18  | DE71 | old speed:Q
Linglong     | Green-Max Winter Ice I-15    | cbu 14-19 | DE72 |
Triangle     | SnowLink PL02                | cbu 14-20 | DE72 |
`;
