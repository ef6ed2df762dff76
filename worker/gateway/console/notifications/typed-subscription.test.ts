import type { Subscription } from '../api/types';
import { bodyOf, changesOf, newSubscription, problemsOf, typedOf } from './typed-subscription';

const SLACK: Subscription = {
	id: 'subscription~1',
	format: 'slack',
	url: 'https://hooks.slack.com/…',
	recipients: [],
	events: ['task.failed'],
	digests: 'problems',
	timeZone: 'Europe/Berlin',
	connection: null,
	description: 'Alerts',
	enabled: true,
	previousSecretUntil: null,
	createdAt: '2026-11-21T10:00:00Z',
	updatedAt: '2026-11-21T10:00:00Z',
};

test('only what changed is sent, and an address that is not shown stays', () => {
	const before = typedOf(SLACK);
	expect(before.url).toBe('');
	expect(changesOf(before, before)).toEqual({});
	expect(changesOf(before, { ...before, description: 'Night', connection: 'main' })).toEqual({
		description: 'Night',
		connection: 'main',
	});
	expect(changesOf(before, { ...before, url: 'https://hooks.slack.com/new' })).toEqual({
		url: 'https://hooks.slack.com/new',
	});
});

test('a new one has the receiver of its format alone', () => {
	const typed = { ...newSubscription('UTC'), url: ' https://a.example/x ', recipients: 'a@b.example\n, c@d.example' };
	expect(bodyOf(typed)).toMatchObject({ format: 'slack', url: 'https://a.example/x', connection: null });
	expect(bodyOf(typed)).not.toHaveProperty('recipients');
	expect(bodyOf({ ...typed, format: 'email' })).toMatchObject({ recipients: ['a@b.example', 'c@d.example'] });
	expect(bodyOf({ ...typed, format: 'email' })).not.toHaveProperty('url');
});

test('what is missing is said at its field', () => {
	const paths = (typed: Partial<ReturnType<typeof newSubscription>>, isNew = true) =>
		problemsOf({ ...newSubscription('UTC'), ...typed }, isNew).map(({ path }) => path);
	expect(paths({ events: [] })).toEqual(['url', 'events']);
	expect(paths({ format: 'email', recipients: ' ,' })).toEqual(['recipients']);
	expect(paths({}, false)).toEqual([]);
});
