import type { z } from 'zod';
import { outwardFetch, timeLimit } from '../../../api';
import { HubSpotRefusal } from './answers';
import type { HubSpotSettings } from './settings';

/** Time limit for one request and its response, in milliseconds. */
const ANSWER_WITHIN_MS = 20_000;

/**
 * One call of HubSpot's API. An aborted request may still have an effect, so look before a retry.
 * @throws HubSpotRefusal for an unsuccessful response
 */
export async function askApi<Answer>(
	{ accessToken, baseUrl }: Pick<HubSpotSettings, 'accessToken' | 'baseUrl'>,
	schema: z.ZodType<Answer>,
	method: string,
	path: string,
	body?: object,
): Promise<Answer> {
	const response = await outwardFetch(`${baseUrl}${path}`, {
		method,
		headers: {
			accept: 'application/json',
			authorization: `Bearer ${accessToken}`,
			'content-type': 'application/json',
			'user-agent': 'agent-knowledge',
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		signal: timeLimit(ANSWER_WITHIN_MS),
	});
	const answer = jsonOf(await response.text());
	if (response.ok) return schema.parse(answer);
	throw new HubSpotRefusal(response.status, answer, Object.fromEntries(response.headers));
}

/** A proxy before HubSpot may respond with an HTML page. */
function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return null;
	}
}
