import { isAllowedHost } from '../../net/allowed-host';
import { judgeResponse } from './deliver';

const DAY_MS = 24 * 3_600_000;
const NO_MATCH = 'The workflow for execution "7" does not contain a waiting webhook with a matching path/method.';

/** An error as n8n writes it. */
const n8n = (message: string) => JSON.stringify({ code: 0, message });

describe('judgeResponse', () => {
	it.each([
		[200, '{}', 0, 'delivered'],
		[200, 'n8n is starting up. Please wait', 0, 'again'],
		[409, n8n('The execution "7" is running already.'), 90_000, 'again'],
		[409, n8n('The execution "7 has finished already.'), 0, 'not-wanted'],
		[409, n8n('The execution "7" has finished with error.'), 0, 'not-wanted'],
		[409, 'Conflict', 0, 'again'],
		[404, n8n('The execution "7" does not exist.'), 59_000, 'again'],
		[404, n8n('The execution "7" does not exist.'), 61_000, 'not-wanted'],
		[404, n8n(NO_MATCH), 59_000, 'again'],
		[404, n8n(NO_MATCH), 61_000, 'not-wanted'],
		[404, n8n('Could not find node to process webhook.'), 61_000, 'not-wanted'],
		[404, 'Cannot POST /webhook-waiting/7', 61_000, 'again'],
		[404, 'Cannot POST /webhook-waiting/7', 2 * DAY_MS, 'again'],
		[404, '<html>The page does not exist.</html>', 2 * DAY_MS, 'again'],
		[404, '{"message":"no Route matched with those values"}', 2 * DAY_MS, 'again'],
		[404, '', 2 * DAY_MS, 'again'],
		[410, 'Gone', 0, 'not-wanted'],
		[302, '', 0, 'refused'],
		[401, 'Invalid token', 0, 'refused'],
		[400, '', 0, 'refused'],
		[429, '', 0, 'again'],
		[503, 'Database is not ready!', 0, 'again'],
	] as const)('takes %i "%s" after %i ms as %s', (status, body, elapsedMs, expected) => {
		expect(judgeResponse({ status, body, elapsedMs })).toBe(expected);
	});
});

describe('isAllowedHost', () => {
	it.each([
		['http://n8n.example:5678/x', true],
		['https://hooks.example/x', true],
		['http://hooks.example/x', false],
		['http://n8n.example:5679/x', false],
		['http://n8n.example.evil:5678/', false],
		['http://user@n8n.example:5678/', false],
		['file:///etc/passwd', false],
		['nonsense', false],
	])('%s: %s', (url, expected) => {
		expect(isAllowedHost(url, ['N8N.example:5678', 'hooks.example:443'])).toBe(expected);
	});
});
