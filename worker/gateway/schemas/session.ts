import { z } from 'zod';

export const sessionSchema = z.object({
	expiresAt: z.iso.datetime().describe('When the browser is signed out, if it does not close before'),
});

export const signInCodeSchema = z.object({
	code: z.string().describe('Signs in one browser, once. Whoever has it gets the roles of the token'),
	expiresAt: z.iso.datetime().describe('Until when the code works'),
});

export const signInCodeBody = z.strictObject({
	code: z.string().min(1).max(2_000).describe('From the address that was opened, after #code='),
});
