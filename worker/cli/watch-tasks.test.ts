import { CommandError, EXIT } from './terminal';
import { GatewayUnreachableError } from './gateway-client';
import { retrying } from './watch-tasks';

const away = () => new GatewayUnreachableError('http://gateway.example', 'ECONNREFUSED', 'Check that it runs.');

function watching() {
	const notes: string[] = [];
	const stop = new AbortController();
	const nothing = () => undefined;
	const display = { show: nothing, end: nothing, stop: nothing, note: (text: string) => void notes.push(text) };
	return { notes, stop, watching: { display, signal: stop.signal } };
}

test('a gateway that goes away and comes back is waited for, and said once', async () => {
	const { notes, watching: all } = watching();
	const answers = [away(), away(), 'back'];
	const ask = () => {
		const answer = answers.shift();
		return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
	};
	await expect(retrying(ask, all, 1)).resolves.toBe('back');
	expect(notes).toHaveLength(1);
});

test('one that stays away is given up', async () => {
	const { watching: all } = watching();
	await expect(retrying(() => Promise.reject(away()), all, 1)).rejects.toThrow(GatewayUnreachableError);
});

test('one that cannot work now is waited for too', async () => {
	const { watching: all } = watching();
	const answers = [new CommandError('The task engine is unavailable.', EXIT.gatewayUnreachable), 'back'];
	const ask = () => {
		const answer = answers.shift();
		return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
	};
	await expect(retrying(ask, all, 1)).resolves.toBe('back');
});

test('a refusal is told at once', async () => {
	const { notes, watching: all } = watching();
	const refused = new CommandError('There is no such task.', EXIT.badUsage);
	await expect(retrying(() => Promise.reject(refused), all, 1)).rejects.toBe(refused);
	expect(notes).toEqual([]);
});

test('Ctrl-C ends the waiting', async () => {
	const { stop, watching: all } = watching();
	const asked = retrying(() => Promise.reject(away()), all, 60_000);
	stop.abort();
	await expect(asked).rejects.toThrow(/aborted/);
});
