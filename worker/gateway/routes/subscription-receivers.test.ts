import { useTestGateway } from '../testing/test-gateway';

const { ask } = useTestGateway({ sendsMail: false, webhookHosts: ['n8n.example.com:443'] });

const post = async (payload: object) => {
	const headers = { 'idempotency-key': 'one' };
	return ask({ method: 'POST', url: '/v1/subscriptions', headers, payload: { events: ['task.failed'], ...payload } });
};

test('a subscription that sends mail needs a mail server, and says so at its field', async () => {
	const { status, body } = await post({ format: 'email', recipients: ['ada@team.example'] });
	expect([status, body]).toMatchObject([
		400,
		{
			type: 'invalid_request',
			issues: [{ path: 'format', message: expect.stringContaining('mail.smtpUrl') as string }],
		},
	]);
});

test.each(['slack', 'teams', 'events'])('the host of a webhook with the format %s must be listed', async (format) => {
	const url = 'https://hooks.slack.com/services/path-secret';
	const { status, body } = await post({ format, url });
	expect([status, body]).toMatchObject([
		400,
		{
			issues: [
				{
					path: 'url',
					message: expect.stringMatching(
						/allowed: n8n\.example\.com:443.*add hooks\.slack\.com:443 to events\.webhookHosts.*restart/,
					) as string,
				},
			],
		},
	]);
	expect(JSON.stringify(body)).not.toContain('path-secret');
});
