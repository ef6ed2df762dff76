import { done, failed, type Sample } from './sample';

export const eachSamples: readonly Sample[] = [
	failed,
	{
		value: 'done',
		name: 'Done',
		description: 'The task of one connection did what was asked',
		end({ input }) {
			const { selector = 'client', type = 'nightly-retrain' } = input;
			const counts = { waiting: 0, running: 0, completed: 1, not_done: 0, cancelled: 0, refused: 0, left: 0 };
			const row = { connection: 'main', taskId: null, status: 'completed', message: 'A sample.', error: null };
			const result = { version: 1, selector, type, counts, rows: [row] };
			return done('completed', 'Completed', 'Of 1 connection, 1 did what was asked.', result);
		},
	},
];
