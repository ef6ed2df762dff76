import { shownInput } from './shown-input';

it('shows of a mail how many it goes to, and neither addresses nor text', () => {
	const input = {
		version: 1,
		connection: 'main',
		agentId: 'a',
		to: ['ada@client.example'],
		subject: 'Your order',
		content: 'Dear Ada',
		reviewers: ['boss@team.example'],
		deadlineSeconds: 60,
		somethingNew: 'secret',
	};
	expect(shownInput('email-send-with-review', input)).toEqual({
		connection: 'main',
		agentId: 'a',
		toCount: 1,
		reviewersCount: 1,
		deadlineSeconds: 60,
	});
});

it('shows of an export no address that it was narrowed down to', () => {
	expect(shownInput('lead-export', { connection: 'main', format: 'csv', email: 'ada@client.example' })).toEqual({
		connection: 'main',
		format: 'csv',
	});
});
