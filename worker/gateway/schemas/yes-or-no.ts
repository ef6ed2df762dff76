import { z } from 'zod';

/** A boolean of a query, which comes as text. */
export const yesOrNo = z.stringbool().meta({ type: 'boolean' });
