import { z } from 'zod';
import type { Answer } from '../running-sandbox';

/** Every field is there, and no other: this is what the sandbox gives, and more than the specification promises. */
export const envelopeSchema = z.strictObject({
	type: z.string().min(1),
	title: z.string().min(1),
	status: z.number().int(),
	detail: z.string().min(1),
	issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
});

/** What a refusal says, and the fields it names. Fails where it is not in the envelope of part 7. */
export function envelopeOf({ status, body }: Answer) {
	const { issues, ...envelope } = envelopeSchema.parse(body);
	if (envelope.status !== status) throw new Error(`The envelope says ${envelope.status}, the response ${status}.`);
	return { ...envelope, fields: issues.map(({ path }) => path) };
}

/** The headers of part 8. */
export function limitHeadersOf({ headers }: Answer): Array<string | null> {
	return ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));
}
