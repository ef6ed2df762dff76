import { needsDecide, receiverOf, titleOf } from './title';

const SLACK = { format: 'slack', url: 'https://hooks.slack.com/services/secret', recipients: [] } as const;
const MAIL = { format: 'email', url: null, recipients: ['ada@team.example', 'bob@team.example'] } as const;

test('an address is shown without its secret', () => {
	expect(receiverOf({ ...SLACK, recipients: [] })).toBe('https://hooks.slack.com/…');
	expect(receiverOf({ ...SLACK, url: 'https://hooks.slack.com/…', recipients: [] })).toBe('https://hooks.slack.com/…');
	expect(receiverOf({ ...MAIL, recipients: [...MAIL.recipients] })).toBe('ada@team.example, bob@team.example');
});

test('the words of its owner are its title', () => {
	expect(titleOf({ ...SLACK, recipients: [], description: '' })).toBe('Slack: https://hooks.slack.com/…');
	expect(titleOf({ ...SLACK, recipients: [], description: 'Alerts' })).toBe('Alerts');
});

test('only events with a link that decides need the role', () => {
	expect([needsDecide(['task.failed']), needsDecide(['task.failed', 'review.requested'])]).toEqual([false, true]);
});
