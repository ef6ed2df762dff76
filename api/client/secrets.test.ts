import { inspect } from 'node:util';
import { rejectionOf } from './testing/rejection';
import { API_KEY, sendJson, type Answer, useService } from './testing/service';

const SEARCH = { params: { id: 'agent_support' }, query: { query: 'private words' } };

const start = useService();

describe('secrets', () => {
	const spoken = (value: unknown) => `${inspect(value, { depth: null, showHidden: true })} ${JSON.stringify(value)}`;
	const answers: Record<string, Answer> = {
		'an echo in every field': (response, _, { headers }) => {
			const echo = String(headers.authorization);
			sendJson(response, 401, {
				type: echo,
				title: echo,
				status: 401,
				detail: echo,
				issues: [{ path: echo, message: echo }],
			});
		},
		'a lost connection': (response) => response.destroy(),
		'a timeout': () => undefined,
		'a broken reply': (response) => response.end('{'),
		'a page of a proxy': (response, _, { headers }) =>
			response.writeHead(502).end(`<p>${String(headers.authorization)}</p>`),
	};

	it.each(Object.entries(answers))('are not in the error after %s', async (_, answer) => {
		const { client } = await start(answer, { timeoutMs: 2000 });
		const error = await rejectionOf(client.call('searchKnowledge', SEARCH));
		const text = `${spoken(error)} ${error.message} ${String(error.stack)} ${String(error)}`;
		expect(text).not.toContain(API_KEY);
		expect(text).not.toContain('ak_live');
		expect(text).not.toContain('private');
		expect(error.cause).toBeUndefined();
	});

	it('are not in the error after a refused connection', async () => {
		const { client, close } = await start(() => undefined);
		await close();
		const error = await rejectionOf(client.call('searchKnowledge', SEARCH));
		expect(`${spoken(error)} ${String(error.stack)}`).not.toMatch(/ak_live|private/);
	});

	it('are not in the client itself', async () => {
		const { client } = await start(() => undefined);
		expect(spoken(client)).not.toContain('ak_live');
	});
});
