/** Fonts that every system has: a mail cannot load others. */
export const FONT = 'font-family:Arial,Helvetica,sans-serif;';

/**
 * The page says its own colour: a dark mail program shows it as it is, or inverts paper and ink together. With paper that
 * is left to the program, dark ink would stand on a dark ground.
 */
export const PAPER = '#ffffff';
export const INK = '#1f2933';
export const SOFT = '#52606d';
/** The bars of the week and of the week before. */
export const NOW = '#1d5fa8';
export const BEFORE = '#a7bdd6';
export const LINE = '#d9e2ec';
