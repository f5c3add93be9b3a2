/** Truck tires (class C3) by season. Columns: see `modelsOf` in tire/model.ts. */
export const truckSummer = `
Michelin     | X Line Energy Z              | s 22-22.5 | BB69 | top
Michelin     | X Line Energy T              | t 22-22.5 | AB69 | top
Continental  | Conti EcoPlus HS3+           | s 22-22.5 | BB70 |
Bridgestone  | R184                         | s 22-22.5 | CC69 | old
Dunlop       | SP282                        | t 22-22.5 | CB72 | old
`;

export const truckAllSeason = `
Michelin     | X Multi Z                    | s 17-22.5 | CB71 |
Michelin     | X Multi D                    | d 17-22.5 | DB74 |
Michelin     | X Multi T                    | t 17-22.5 | BB70 |
Continental  | Conti Hybrid HS3+            | s 22-22.5 | CB72 |
Continental  | Conti Hybrid HD3             | d 19-22.5 | DB75 |
Continental  | Conti Hybrid HT3             | t 19-22.5 | BB71 |
Bridgestone  | Duravis R-Steer 002          | s 22-22.5 | CB71 |
Bridgestone  | Duravis R-Drive 002          | d 22-22.5 | DB74 |
Bridgestone  | R-Trailer 002                | t 22-22.5 | BB71 |
Goodyear     | KMAX S Gen-2                 | s 17-22.5 | CB72 |
Goodyear     | KMAX D Gen-2                 | d 17-22.5 | DB75 |
Goodyear     | KMAX T Gen-2                 | t 17-22.5 | BB71 |
Hankook      | SmartFlex AH51               | s 17-22.5 | CB71 |
Hankook      | SmartFlex DH51               | d 17-22.5 | DC75 |
Hankook      | SmartFlex TH31               | t 17-22.5 | CB71 |
Kumho        | KLT03                        | t 22-22.5 | CB73 |
Semperit     | Runner F2                    | s 17-22.5 | CB72 |
Semperit     | Runner D2                    | d 17-22.5 | DC75 |
Barum        | BF200 R                      | s 17-22.5 | DB72 |
Barum        | BD200 R                      | d 17-22.5 | DC75 |
Barum        | BT200 R                      | t 17-22.5 | CB72 |
Matador      | F HR4                        | s 17-22.5 | DC72 |
Matador      | D HR4                        | d 17-22.5 | DC75 |
Sava         | Avant 5                      | s 22-22.5 | DC72 |
Sava         | Cargo 4                      | t 17-22.5 | CC72 |
`;

export const truckWinter = `
Nokian       | Hakkapeliitta Truck F2       | s 22-22.5 | DC72 |
Nokian       | Hakkapeliitta Truck E2       | d 22-22.5 | DC75 |
Nokian       | Hakkapeliitta Truck D2       | d 22-22.5 | DC75 |
Continental  | Conti Scandinavia HS3        | s 22-22.5 | DC73 |
Continental  | Conti Scandinavia HD3        | d 22-22.5 | DC75 |
Goodyear     | UltraGrip Max S              | s 22-22.5 | DC73 |
Goodyear     | UltraGrip Max D              | d 22-22.5 | DC75 |
Michelin     | X Multi Grip Z               | s 22-22.5 | DC72 |
Michelin     | X Multi Grip D               | d 22-22.5 | DC75 |
`;
