import type { Lead } from '../../../api';

/** A lead a line, as JSON, with everything that the service shows of it. */
export async function* ndjsonOf(leads: AsyncIterable<Lead[]>): AsyncGenerator<string> {
	for await (const some of leads) yield some.map((lead) => `${JSON.stringify(lead)}\n`).join('');
}
