/** Semi-slicks for track days; they have no EU label. Columns: see `modelsOf` in tire/model.ts. */
export const racing = `
Michelin     | Pilot Sport Cup 2            | r 17-20   | --   | top
Bridgestone  | Potenza RE-71RS              | r 15-19   | --   |
Pirelli      | P Zero Trofeo R              | r 17-20   | --   | top
Goodyear     | Eagle F1 SuperSport R        | r 18-20   | --   | top
Hankook      | Ventus R-S4 Z232             | r 15-19   | --   |
Hankook      | Ventus TD Z221               | r 15-18   | --   | old
Yokohama     | Advan A052                   | r 15-20   | --   | top
Yokohama     | Advan Neova AD08RS           | r 15-19   | --   |
Toyo         | Proxes R888R                 | r 15-20   | --   |
Kumho        | Ecsta V70A                   | r 15-18   | --   |
Falken       | Azenis RT615K+               | r 15-19   | --   |
Dunlop       | Direzza DZ03G                | r 15-18   | --   |
Maxxis       | Victra VR2                   | r 15-18   | --   |
Nankang      | Sportnex AR-1                | r 15-20   | --   |
Nankang      | Sportnex NS-2R               | r 15-18   | --   |
`;
