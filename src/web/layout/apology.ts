/** Title, text and link after a fatal error. Not in the message files, because these may have failed to load. */
export const apology = {
  ee: ['Midagi läks valesti', 'Teie ostukorv on alles. Palun proovige uuesti.', 'Avalehele'],
  en: ['Something went wrong', 'Your cart is safe. Please try again.', 'Go to the home page'],
  ru: ['Что-то пошло не так', 'Ваша корзина сохранена. Пожалуйста, попробуйте ещё раз.', 'На главную'],
} as const;
