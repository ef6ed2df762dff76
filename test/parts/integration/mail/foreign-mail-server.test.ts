import { defaultActivityInfo, MockActivityEnvironment } from '@temporalio/testing';
import { mailEvent } from '../../../../worker/activities/events/mail-event';
import { Receivers } from '../../../../worker/activities/events/receivers';
import { checkMail } from '../../../../worker/cli/doctor/check-mail';
import { PythonMailServer } from '../../../support/mail/python-mail-server';

const FROM = 'Agent Knowledge <events@shop.example>';
const event = {
	eventId: 'task~run~completed',
	subscriptionId: 'subscription~1',
	recipients: ['ada@team.example'],
	message: { subject: 'Completed: Retrain and wait', text: 'The task has completed.\n' },
};

/** One attempt, with the time that the workflow gives it. */
function attempt(smtpUrl: string) {
	const environment = new MockActivityEnvironment({ ...defaultActivityInfo, startToCloseTimeoutMs: 5_400_000 });
	return environment.run(() => mailEvent(event, { smtpUrl, from: FROM }, new Receivers(50)));
}

test('a server that greets after 6 s and confirms after 10 s gets a mail once, and doctor says the same', async ({
	skip,
}) => {
	const server = await PythonMailServer.start({ greetsAfter: 6, confirmsAfter: 10 });
	if (server === null) return skip('This machine has no Python.');
	try {
		const checked = checkMail({ smtpUrl: server.smtpUrl, from: FROM });
		expect(await attempt(server.smtpUrl)).toEqual({ outcome: 'delivered', status: 250 });
		expect(server.received).toMatchObject([{ to: ['ada@team.example'], subject: event.message.subject }]);
		const [check] = await checked;
		expect(check).toMatchObject({ status: 'ok', detail: expect.stringMatching(/It took \d+ s to respond/) as string });
	} finally {
		await server.close();
	}
});

test('a server that ends the connection when it has the mail leaves the outcome unknown', async ({ skip }) => {
	const server = await PythonMailServer.start({ confirmsAfter: -1 });
	if (server === null) return skip('This machine has no Python.');
	try {
		await expect(attempt(server.smtpUrl)).rejects.toMatchObject({ type: 'mail_outcome_unknown' });
		expect(server.received).toHaveLength(1);
	} finally {
		await server.close();
	}
});
