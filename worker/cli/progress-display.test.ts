import { progressDisplay } from './progress-display';

test('where no terminal is, each change is a line with the id of the task, and no line comes twice', () => {
	const lines: string[] = [];
	const note = (text: string) => void lines.push(text);
	const display = progressDisplay({ result: note, note, interactive: false, screen: null, env: {}, cwd: '/' });
	const task = (id: string, message: string | null) => ({
		id,
		type: 'retrain-and-wait' as const,
		agentId: null,
		progress: message === null ? null : { message, at: '2026-01-01T00:00:00.000Z' },
	});
	for (const message of [null, 'Looking', 'Looking', 'Training: 1 of 2']) display.show(task('one', message));
	display.show(task('other', 'Looking'));
	display.note('The gateway is away.');
	display.end(task('one', null));
	display.stop();
	expect(lines).toEqual(['one: Looking', 'one: Training: 1 of 2', 'other: Looking', 'The gateway is away.']);
});
