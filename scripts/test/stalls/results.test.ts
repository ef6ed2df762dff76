import { failuresIn } from './results.mjs';

const failed = {
	status: 'failed',
	fullName: 'a room is full',
	failureMessages: ['expected 1 to be 2', 'at room.ts:3'],
};

it('names each test that failed, with its message', () => {
	const testResults = [
		{ name: '/root/room.test.ts', status: 'failed', assertionResults: [{ status: 'passed', fullName: 'a' }, failed] },
		{ name: '/root/hall.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'b' }] },
	];
	expect(failuresIn({ testResults }, '/root')).toEqual([
		{ name: 'room.test.ts > a room is full', message: 'expected 1 to be 2\nat room.ts:3' },
	]);
});

it('names a file that did not load', () => {
	const testResults = [{ name: '/root/room.test.ts', status: 'failed', message: 'no such file', assertionResults: [] }];
	expect(failuresIn({ testResults }, '/root')).toEqual([{ name: 'room.test.ts', message: 'no such file' }]);
});

it('has no failure where there are no results', () => {
	expect(failuresIn({}, '/root')).toEqual([]);
});
