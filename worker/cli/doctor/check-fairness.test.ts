import { checkOwnQueues } from './check-fairness';

test('a queue for each connection is a finding if one queue was demanded', () => {
	const check = checkOwnQueues(2, true);
	expect(check).toMatchObject({
		status: 'warn',
		detail: expect.stringContaining('temporal.fairness is true') as string,
	});
	expect(check.todo).toContain('set matching.enableFairness to true');
	expect(check.todo).not.toContain('temporal.fairness');
});

test.each([
	['auto', 20, 'ok', ''],
	['auto', 21, 'warn', 'set matching.enableFairness to true'],
	[false, 20, 'ok', ''],
	[false, 21, 'warn', 'remove temporal.fairness'],
] as const)('with temporal.fairness %s, %i connections are %s', (setting, connections, status, todo) => {
	const check = checkOwnQueues(connections, setting);
	expect(check.status).toBe(status);
	expect(check.todo ?? '').toContain(todo);
});
