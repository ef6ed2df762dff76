import type { NotedCalls } from '../../workflows/connection-incident/incident';
import { CallFaults } from './call-faults';

const START = Date.UTC(2026, 10, 27);
const SECOND_MS = 1_000;

let noted: Array<[string, NotedCalls]>;
let lost: string[];
let isAway: boolean;
let faults: CallFaults;
beforeEach(() => {
	vi.useFakeTimers({ now: START });
	[noted, lost, isAway] = [[], [], false];
	faults = new CallFaults(
		(connection, calls) => {
			if (isAway) return Promise.reject(new Error('Temporal is unavailable.'));
			noted.push([connection, calls]);
			return Promise.resolve();
		},
		(connection) => lost.push(connection),
	);
});
afterEach(() => {
	vi.useRealTimers();
});

/** A response, so many seconds after the start. */
async function answered(status: number | null, seconds: number, connection = 'main') {
	vi.setSystemTime(START + seconds * SECOND_MS);
	faults.answered(connection, status);
	await vi.advanceTimersByTimeAsync(0);
}

const causes = () => noted.map(([, { fault }]) => fault?.cause ?? 'works');

it('says nothing of calls that work, or that the service refuses for reasons of their own', async () => {
	for (const status of [200, 202, 400, 403, 404, 409, 429]) await answered(status, 0);
	expect(noted).toEqual([]);
});

it('says once that calls fail, and once that they work again', async () => {
	for (const seconds of [0, 1, 20, 100]) await answered(401, seconds);
	for (const seconds of [101, 102, 200]) await answered(200, seconds);
	expect(causes()).toEqual(['key_refused', 'works']);
	expect(noted[0]).toEqual([
		'main',
		{ at: START, fault: { cause: 'key_refused', reason: 'The service answered 401.' } },
	]);
});

it('tells a service without a response from one with errors of its own, and one connection from another', async () => {
	await answered(null, 0);
	await answered(503, 0, 'other');
	expect(causes()).toEqual(['unreachable', 'server_error']);
	await answered(200, 1);
	expect(noted.at(-1)?.[0]).toBe('main');
});

it('says each state at most once in 15 s, however often it changes', async () => {
	for (let second = 0; second < 60; second += 1) await answered(second % 2 === 0 ? 500 : 200, second);
	expect(noted.length).toBeGreaterThan(3);
	expect(noted.length).toBeLessThanOrEqual(8);
});

it('repeats that calls fail every five minutes, as the incident may have ended', async () => {
	for (let second = 0; second <= 601; second += 10) await answered(500, second);
	expect(causes()).toEqual(['server_error', 'server_error', 'server_error']);
});

it('repeats at the next response what could not be noted', async () => {
	isAway = true;
	await answered(401, 0);
	expect(lost).toEqual(['main']);
	isAway = false;
	await answered(401, 1);
	expect(causes()).toEqual(['key_refused']);
});
