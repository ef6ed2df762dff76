import { checkOwnQueues } from './check-fairness';

test('a queue for each connection is a finding if one queue was asked for', () => {
	const check = checkOwnQueues(2, true);
	expect(check).toMatchObject({
		status: 'warn',
		detail: expect.stringContaining('temporal.fairness is true') as string,
	});
	expect(check.todo).toContain('set matching.enableFairness to true');
	expect(check.todo).not.toContain('temporal.fairness');
});

test.each([
	[20, 'ok'],
	[21, 'warn'],
])('without temporal.fairness, %i connections are %s', (connections, status) => {
	expect(checkOwnQueues(connections, false).status).toBe(status);
});
