export const vehicles = ['car', 'suv', 'van'] as const;
