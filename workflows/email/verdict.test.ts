import { OUTCOMES } from '../task/outcomes';
import type { EmailOutcome } from './contract';
import { verdictOn } from './verdict';

const outcomesOf = (...statuses: string[]) =>
	statuses.map((status, at) => ({ address: `p${at}@client.example`, status, occurredAt: null, reason: null }));

const endOf = (statuses: string[], outcome: EmailOutcome = 'sent') => {
	const { ending } = verdictOn({ outcome, outcomes: outcomesOf(...statuses) });
	return { ending, ...OUTCOMES['email-send-with-review'][ending] };
};

test.each(['delivered', 'sent', 'Accepted', 'opened', 'clicked', 'received'])('%s is a success', (status) => {
	expect(endOf([status])).toMatchObject({ ending: 'sent', tone: 'good', exitCode: 0 });
});

test.each([
	...['bounced', 'hard_bounce', 'undeliverable', 'not_delivered', 'non-delivery', 'rejected', 'denied', 'blocked'],
	...['failed', 'error', 'delivery_error', 'cancelled', 'dropped', 'suppressed', 'invalid_address', 'expired'],
	...['spam_complaint', 'complained'],
])('%s did not reach the address', (status) => {
	expect(endOf([status])).toMatchObject({ ending: 'all_bounced', tone: 'bad', needsAttention: true });
	expect(endOf(['delivered', status])).toMatchObject({ ending: 'some_bounced', needsAttention: true });
});

test.each(['quarantined', 'unsubscribed', 'greylisted', 'delivery_delayed', 'x'])(
	'%s is no success, and is told with its address',
	(status) => {
		expect(endOf(['delivered', status])).toMatchObject({
			word: 'Sent, arrival unclear',
			exitCode: 1,
			tone: 'attention',
		});
		const { message, failures } = verdictOn({ outcome: 'sent', outcomes: outcomesOf(status) });
		expect(message).toContain(`p0@client.example (${status})`);
		expect(failures).toEqual([{ path: 'p0@client.example', message: status }]);
	},
);

test('a person who confirmed that it was sent knows more than the words of the service', () => {
	expect(endOf(['uncertain'], 'confirmed_sent')).toMatchObject({ ending: 'confirmed_sent', exitCode: 0 });
});
