/** Summer tires. Columns: see `modelsOf` in tire/model.ts. */
export const summer = `
Michelin     | Primacy 5                    | cb 16-20  | BA70 | top
Michelin     | Primacy 4                    | cb 15-19  | CA70 | oe rf
Michelin     | e.Primacy                    | cb 15-20  | AB70 |
Michelin     | Energy Saver+                | c 14-15   | CA70 | old
Michelin     | Pilot Sport 5                | cw 17-21  | CA72 | sport top
Michelin     | Pilot Sport 4 SUV            | bu 17-22  | CA71 | sport
Michelin     | Pilot Sport S 5              | w 19-23   | DA73 | sport top
Continental  | PremiumContact 7             | cb 16-20  | CA71 | top
Continental  | PremiumContact 6             | cbu 16-21 | CA71 | oe rf
Continental  | UltraContact                 | cb 14-18  | BA69 |
Continental  | UltraContact NXT             | cb 16-20  | AA69 | top
Continental  | EcoContact 6                 | cb 13-20  | BB72 | oe
Continental  | SportContact 7               | cw 18-23  | CA73 | sport top
Nokian       | Hakka Blue 3                 | cb 14-17  | CA67 |
Nokian       | Hakka Blue 3 SUV             | u 16-19   | CA69 |
Nokian       | Hakka Green 3                | c 13-16   | AB69 |
Nokian       | Hakka Black 3                | cb 17-20  | CA70 | sport
Nokian       | Hakka Black 3 SUV            | u 18-21   | CA70 | sport
Nokian       | Powerproof 2                 | cb 17-20  | CA70 | sport
Nokian       | Wetproof 1                   | cb 14-18  | CA69 |
Bridgestone  | Turanza 6                    | cbu 15-22 | CA72 |
Bridgestone  | Turanza T005                 | cb 15-20  | CA71 | oe rf old
Bridgestone  | Potenza Sport                | cw 17-22  | CA72 | sport top
Bridgestone  | DriveGuard                   | cb 15-18  | CA71 | allrf
Bridgestone  | Alenza 001                   | bu 17-22  | CA71 | oe
Goodyear     | EfficientGrip Performance 2  | cb 15-19  | CA69 |
Goodyear     | EfficientGrip 2 SUV          | bu 16-19  | CA70 |
Goodyear     | EfficientGrip Compact 2      | c 13-15   | CB70 |
Goodyear     | Eagle F1 Asymmetric 6        | cbw 17-22 | CA71 | sport top
Pirelli      | Cinturato                    | cb 15-19  | CA70 |
Pirelli      | Cinturato P7 C2              | cb 16-20  | CB72 | oe rf
Pirelli      | Powergy                      | cb 15-19  | CA71 | value
Pirelli      | P Zero                       | cuw 18-23 | CA72 | sport top oe rf
Pirelli      | Scorpion                     | bu 17-21  | BA71 |
Pirelli      | Scorpion Verde               | bu 16-20  | CB71 | old oe
Hankook      | Ventus Prime 4               | cb 15-19  | CA69 |
Hankook      | Kinergy Eco 2                | c 13-16   | CB71 |
Hankook      | Ventus S1 evo3               | cbw 17-21 | CA72 | sport oe rf
Hankook      | Ventus S1 evo3 SUV           | u 17-21   | CA72 | sport
Hankook      | Dynapro HP2                  | u 15-19   | CB71 |
Yokohama     | BluEarth-GT AE51             | cb 15-19  | BA71 |
Yokohama     | BluEarth-Es ES32             | c 13-17   | CA70 |
Yokohama     | Advan dB V552                | cb 15-20  | CA67 |
Yokohama     | Advan Sport V107             | cw 18-22  | CA73 | sport top
Yokohama     | Geolandar SUV G055           | u 15-18   | CB71 | ms
Toyo         | Proxes Comfort               | cb 15-20  | CA70 |
Toyo         | Proxes CF2                   | c 14-17   | CB70 | old
Toyo         | Proxes Sport 2               | cbw 17-21 | CA72 | sport
Toyo         | Proxes ST III                | u 20-24   | DB73 | sport
Toyo         | Open Country U/T             | u 15-20   | DB71 | ms
Kumho        | Ecsta HS52                   | c 15-18   | CB72 |
Kumho        | Ecsta PS71                   | cb 16-20  | BB70 | sport
Kumho        | Ecowing ES31                 | c 13-16   | CB70 |
Kumho        | Crugen HP71                  | bu 16-20  | CB72 | ms
Nexen        | N'Fera Primus                | cb 15-19  | DA71 |
Nexen        | N'Fera Sport                 | cb 17-20  | BA71 | sport
Nexen        | N'Blue HD Plus               | c 13-16   | CB70 | old
Nexen        | N'Fera RU1                   | bu 16-20  | CB71 |
Falken       | Ziex ZE320                   | cb 16-19  | BA67 |
Falken       | Ziex ZE310 Ecorun            | cb 14-18  | CA67 | old
Falken       | Sincera SN110                | c 13-16   | CA69 |
Falken       | Azenis FK520                 | cbw 17-21 | CA71 | sport
Vredestein   | Ultrac                       | cb 15-19  | CA69 |
Vredestein   | Ultrac Pro                   | cbw 17-22 | CA72 | sport top
Vredestein   | T-Trac 2                     | c 13-15   | CB70 |
Dunlop       | Blue Response TG             | cb 14-17  | CA70 |
Dunlop       | SportMaxx RT2                | cbw 17-21 | CA70 | sport
Firestone    | Roadhawk 2                   | cb 15-19  | CA71 |
Firestone    | Multihawk 2                  | c 13-15   | CB70 | old
Firestone    | Destination HP               | u 15-18   | CC71 | old
BFGoodrich   | Advantage                    | cb 14-18  | CA70 |
Kleber       | Dynaxer HP4                  | cb 13-17  | CB70 |
Uniroyal     | RainSport 5                  | cb 15-20  | CA71 | sport
Uniroyal     | RainExpert 5                 | c 13-16   | CA70 |
Semperit     | Speed-Life 3                 | cb 15-19  | CA71 |
Semperit     | Comfort-Life 2               | c 13-16   | DB71 | old
Gislaved     | Ultra*Speed 2                | cb 15-18  | CB71 |
Cooper       | Zeon CS8                     | c 15-18   | CA70 |
Maxxis       | Premitra HP6                 | cb 15-18  | CA70 |
Maxxis       | Victra Sport 5 VS5           | cbw 17-21 | CA71 | sport
General      | Altimax One S                | c 15-19   | CB72 |
General      | Grabber GT Plus              | bu 16-21  | CB72 |
Barum        | Bravuris 6                   | cb 15-20  | CB72 |
Barum        | Brillantis 2                 | c 13-15   | DC70 | old
Matador      | Hectorra 5                   | cb 15-20  | CB72 |
Sava         | Intensa HP2                  | c 14-17   | CB70 |
Debica       | Presto HP2                   | c 14-17   | CB70 |
Kormoran     | Road Performance             | c 13-16   | CB70 |
Riken        | Road Performance             | c 13-16   | CB70 |
Riken        | UHP                          | c 16-18   | CB72 |
Fulda        | EcoControl HP2               | c 14-17   | CB69 |
Fulda        | SportControl 2               | c 16-19   | CB70 | sport
Viking       | ProTech NewGen               | cb 15-19  | CB72 |
Viking       | CityTech II                  | c 13-15   | DC70 | old
Sailun       | Atrezzo Elite 2              | cb 15-18  | CB70 |
Sailun       | Atrezzo Eco                  | c 13-15   | CC70 |
Sailun       | Atrezzo ZSR                  | cb 17-20  | CB72 | sport
Goodride     | Zupereco Z-107               | cb 15-18  | CB71 |
Goodride     | RP28                         | c 13-16   | DC70 | old
Goodride     | Sport SA-37                  | cb 17-20  | CB72 | sport
Landspider   | CityTraxx H/P                | cb 14-18  | CB70 |
Landspider   | SportTraxx UHP               | cb 17-20  | CB72 | sport
Nankang      | Econex Eco-2+                | cb 14-18  | DB71 |
Nankang      | CX668                        | c 12-14   | DC70 |
Nankang      | NS-25                        | cb 16-20  | CB72 | sport
Linglong     | Green-Max HP010              | c 13-16   | CC70 |
Linglong     | Comfort Master               | cb 15-18  | CB71 |
Linglong     | Sport Master                 | cb 17-20  | BA71 | sport
Triangle     | Protract TE301               | c 13-17   | CC70 |
Triangle     | ReliaX TE307                 | cb 15-18  | CB71 |
Triangle     | EffeXSport TH202             | cb 17-21  | CA72 | sport
Evergreen    | EH226                        | c 13-16   | CC71 |
Evergreen    | EU728                        | cb 16-20  | CB72 | sport
Aplus        | A609                         | c 14-17   | DC71 |
Aplus        | A610                         | cb 16-20  | CB72 | sport
Petlas       | Imperium PT515               | c 14-16   | DC71 |
Petlas       | Velox Sport PT741            | cb 16-19  | CB72 | sport
Tomket       | Eco 3                        | c 13-16   | DC71 |
Tomket       | Sport 3                      | cb 16-19  | CC72 | sport
Imperial     | EcoDriver 5                  | c 13-17   | CB70 |
Imperial     | EcoSport 2                   | cb 16-20  | CB71 | sport
`;
