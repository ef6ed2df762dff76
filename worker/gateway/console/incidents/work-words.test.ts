import { workWords } from './work-words';

test('counts only what there is', () => {
	expect(workWords({ syncs: 0, tasks: 2, schedules: 1 })).toBe('2 tasks, 1 schedule');
	expect(workWords({ syncs: 1, tasks: 0, schedules: 0 })).toBe('1 sync');
	expect(workWords({ syncs: 0, tasks: 0, schedules: 0 })).toBe('');
});
