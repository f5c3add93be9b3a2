/**
 * Studded tires, which have no label. The label columns are those of the version without studs, which only `studdable` models
 * have. Columns: see `modelsOf` in tire/model.ts.
 */
export const winterStudded = `
Michelin     | X-Ice North 4                | cb 14-20  | --   | top
Michelin     | X-Ice North 4 SUV            | bu 16-21  | --   | top
Michelin     | X-Ice North 3                | c 14-18   | --   | old
Continental  | IceContact 3                 | cbu 14-21 | --   | top
Nokian       | Hakkapeliitta 10             | cb 13-21  | --   | top
Nokian       | Hakkapeliitta 10 SUV         | bu 16-21  | --   | top
Nokian       | Hakkapeliitta 10 EV          | cb 16-21  | --   | top
Nokian       | Hakkapeliitta 9              | cb 14-19  | --   | old
Nokian       | Nordman 8                    | c 13-18   | --   | economy
Nokian       | Nordman 8 SUV                | bu 15-19  | --   | economy
Nokian       | Nordman 7                    | c 13-17   | --   | economy old
Bridgestone  | Blizzak Spike 3              | cb 14-19  | --   |
Bridgestone  | Blizzak Spike-02             | cbu 14-19 | --   | old
Goodyear     | UltraGrip Arctic 2           | cb 14-19  | --   | top
Goodyear     | UltraGrip Arctic 2 SUV       | bu 16-20  | --   | top
Goodyear     | UltraGrip Ice Arctic         | cb 14-18  | --   | old
Pirelli      | Ice Zero 2                   | cbu 15-21 | --   |
Pirelli      | Winter Ice Zero              | cbu 15-20 | --   | old
Hankook      | Winter i*Pike X              | bu 15-20  | --   |
Hankook      | Winter i*Pike RS2            | cb 13-19  | CE72 | studdable
Yokohama     | iceGUARD Stud iG65           | cbu 14-21 | --   |
Yokohama     | iceGUARD Stud iG55           | cbu 13-20 | --   | old
Toyo         | Observe Ice-Freezer          | cb 14-18  | --   |
Toyo         | Observe G3-Ice               | cbu 13-20 | DE72 | studdable old
Kumho        | WinterCraft ice Wi32         | cb 14-19  | CD72 | studdable
Kumho        | WinterCraft ice Wi31         | c 13-17   | DE72 | studdable old
Nexen        | Winguard Spike 3             | cb 14-19  | --   |
Nexen        | Winguard WinSpike WH62       | c 13-18   | DE72 | studdable old
Vredestein   | Wintrac Ice                  | cb 14-19  | --   |
Dunlop       | Ice Touch                    | c 14-18   | --   |
Firestone    | Ice Cruiser 7                | c 14-16   | --   | old
BFGoodrich   | g-Force Stud                 | c 14-17   | --   | old
Gislaved     | Nord*Frost 200               | cbu 14-20 | --   |
Gislaved     | Nord*Frost 100               | c 13-17   | --   | old
Cooper       | Weather-Master WSC           | cbu 15-19 | DE72 | studdable
Cooper       | Discoverer M+S 2             | u 15-18   | DE73 | studdable old
Maxxis       | Premitra Ice Nord NP5        | cb 14-19  | CD70 | studdable
Maxxis       | Arctic Trekker NP3           | c 13-18   | --   | old
General      | Altimax Arctic 12            | cb 13-18  | CE72 | studdable
Matador      | MP30 Sibir Ice 2             | cb 14-18  | --   |
Sava         | Eskimo Stud                  | c 14-17   | --   |
Kormoran     | Stud 2                       | c 13-17   | --   |
Sailun       | Ice Blazer WST3              | cb 14-19  | DE72 | studdable
Sailun       | IceBlazer Arctic 2           | cb 14-19  | --   |
Goodride     | FrostExtreme SW606           | cbu 14-19 | DE72 | studdable
Goodride     | IceMaster Spike Z-506        | cb 15-19  | --   |
Nankang      | SW-7                         | cbu 14-19 | DE72 | studdable
Linglong     | Green-Max Winter Grip 2      | cb 14-18  | DE72 | studdable
Triangle     | IcelynX TI501                | cbu 13-19 | DE72 | studdable
Petlas       | Glacier W661                 | c 13-17   | DE72 | studdable
`;
