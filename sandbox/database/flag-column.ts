import { z } from 'zod';

/** A column that holds 0 or 1. */
export const flagColumn = z.number().transform((value) => value === 1);
