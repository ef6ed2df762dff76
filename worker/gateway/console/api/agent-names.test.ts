import { AgentNames } from './agent-names';
import { GatewayError } from './gateway-error';

const MINUTE_MS = 60_000;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const page = (ids: readonly string[], nextOffset: number | null = null) => ({
	items: ids.map((id) => ({ id, name: `Name of ${id}` })),
	complete: nextOffset === null,
	nextOffset,
});

test('reads the agents of a connection once, page after page, however many rows ask', async () => {
	const list = vi.fn((_connection: string, offset = 0) => Promise.resolve(offset === 0 ? page(['a'], 1) : page(['b'])));
	const names = new AgentNames(list);
	for (let row = 0; row < 20; row += 1) names.want('main');
	await vi.advanceTimersByTimeAsync(0);
	expect([names.of('main', 'a'), names.of('main', 'b'), names.of('main', 'c')]).toEqual([
		'Name of a',
		'Name of b',
		undefined,
	]);
	names.want('main');
	expect(list).toHaveBeenCalledTimes(2);
	vi.advanceTimersByTime(10 * MINUTE_MS);
	names.want('main');
	await vi.advanceTimersByTimeAsync(0);
	expect(list).toHaveBeenCalledTimes(4);
});

test('asks again a minute after a failure, and forgets no name that it knew', async () => {
	const away = new GatewayError('It is away.', 503);
	const list = vi.fn(() => Promise.resolve(page(['a'])));
	const names = new AgentNames(list);
	names.want('main');
	await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
	list.mockRejectedValueOnce(away);
	names.want('main');
	await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
	names.want('main');
	expect(list).toHaveBeenCalledTimes(2);
	await vi.advanceTimersByTimeAsync(1);
	names.want('main');
	await vi.advanceTimersByTimeAsync(0);
	expect([list.mock.calls.length, names.of('main', 'a')]).toEqual([3, 'Name of a']);
});

test('one connection that does not respond holds up no other', async () => {
	const list = vi.fn((connection: string) =>
		connection === 'slow' ? new Promise<never>(() => undefined) : Promise.resolve(page([`of ${connection}`])),
	);
	const names = new AgentNames(list);
	const others = Array.from({ length: 40 }, (_, index) => `c${index}`);
	for (const each of ['slow', ...others]) names.want(each);
	expect(list).toHaveBeenCalledTimes(3);
	await vi.advanceTimersByTimeAsync(0);
	for (const each of others) expect(names.of(each, `of ${each}`)).toBeDefined();
});

test('after a refused sign-in it asks for nothing until somebody signs in', async () => {
	const refused = new GatewayError('Sign in.', 401);
	const list = vi.fn(() => Promise.reject<ReturnType<typeof page>>(refused));
	const names = new AgentNames(list);
	for (let each = 0; each < 40; each += 1) names.want(`c${each}`);
	await vi.advanceTimersByTimeAsync(MINUTE_MS);
	expect(list.mock.calls.length).toBeLessThanOrEqual(6);
	list.mockImplementation(() => Promise.resolve(page(['a'])));
	names.startAgain();
	names.want('c39');
	await vi.advanceTimersByTimeAsync(0);
	expect(names.of('c39', 'a')).toBe('Name of a');
});
