import { EmailCustomer } from './email-customer';
import { ForeignMailServer } from './foreign-mail-server';
import { TestSandbox } from './running-sandbox';
import { SandboxProcess } from './sandbox-process';
import { eventually } from '../../support/time/eventually';

// It builds the sandbox, and starts it four times.

/** One whose address mail servers write in more than one way. */
const ADA = 'Ada@xn--bcher-kva.example';

const speed = (customer: EmailCustomer, clockFactor: number) =>
	customer.sandbox.admin('PATCH', '/settings', { clockFactor });

describe('a sandbox killed in the middle of sending', () => {
	let service: SandboxProcess;
	afterEach(() => service.close());

	it('loses nothing and sends nothing twice through its own mail server', async () => {
		const DELIVERIES = 80;
		// It starts slow: nothing goes out until the test speeds it up.
		service = await SandboxProcess.start({ SANDBOX_CLOCK_FACTOR: '0.001' });
		const customer = new EmailCustomer(TestSandbox.of(service.running));
		await customer.activeMailbox('help@shop.example');
		const sessionId = await customer.conversation(ADA);
		for (let queued = 0; queued < DELIVERIES; queued += 1) await customer.replied(sessionId);

		for (const after of [5, 30, 55]) {
			await speed(customer, 10_000);
			await eventually(
				() => sent(customer),
				(count) => count >= after,
				'the delivery queue sends a mail a moment later',
			);
			await service.kill();
			await service.restart();
		}
		await speed(customer, 10_000);
		const { deliveries } = await eventually(
			() => customer.read(sessionId),
			(read) => read.deliveries.every(({ status }) => status === 'delivered'),
			'the delivery queue sends a mail a moment later',
		);

		expect(deliveries).toHaveLength(DELIVERIES);
		const messageIds = await receivedIds(customer);
		expect(messageIds).toHaveLength(DELIVERIES);
		expect(new Set(messageIds).size).toBe(DELIVERIES);
	});

	it('says that it is uncertain where it cannot look, and does not send again', async () => {
		const foreign = await ForeignMailServer.start();
		try {
			// The mailbox is verified through the own server, before a foreign one comes into the settings.
			service = await SandboxProcess.start({ SANDBOX_CLOCK_FACTOR: '10000' });
			const customer = new EmailCustomer(TestSandbox.of(service.running));
			await customer.activeMailbox('help@shop.example');
			const sessionId = await customer.conversation('ada@client.example');
			await service.kill();
			await service.restart({ SANDBOX_SMTP_URL: foreign.url.href });
			// It takes the message and never says so.
			foreign.answer = () => undefined;
			await customer.replied(sessionId);
			await eventually(
				() => foreign.taken.length,
				(count) => count === 1,
				'the delivery queue sends a mail a moment later',
			);
			await service.kill();
			foreign.answer = (done) => done(null);

			await service.restart({ SANDBOX_SMTP_URL: foreign.url.href });

			const { deliveries } = await customer.delivered(sessionId, 'uncertain');
			expect(deliveries).toMatchObject([{ outcomes: [{ address: 'ada@client.example', status: 'uncertain' }] }]);
			await customer.replied(sessionId);
			await customer.delivered(sessionId, 'sent');
			expect(new Set(foreign.taken).size).toBe(2);
			expect(foreign.taken).toHaveLength(2);
		} finally {
			await foreign.close();
		}
	});
});

const receivedIds = async (customer: EmailCustomer) => {
	const pages = await Promise.all([0, 100].map((offset) => customer.received(ADA, offset)));
	return pages.flat().map(({ messageId }) => messageId);
};
const sent = async (customer: EmailCustomer) => (await receivedIds(customer)).length;
