import { done, failed, type Sample } from './sample';

export const bulkSamples: readonly Sample[] = [
	failed,
	{
		value: 'done',
		name: 'Done',
		description: 'The action was done with two rows',
		end({ input }) {
			const { action = 'retry', target = 'tasks' } = input;
			const counts = { done: 2, refused: 0, gone: 0, not_started: 0 };
			const result = { version: 1, action, target, counts, rows: [], rowsNotShown: 0, file: null };
			return done('completed', 'Completed', '2 of 2 tasks were retried.', result);
		},
	},
];
