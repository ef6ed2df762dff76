import { TIMEOUTS_MS } from '../../../sandbox/email/smtp-client';
import { BUSY_MS, SHARE_OF_ATTEMPT } from '../../../worker/activities/events/mail-recipients';
import { longestDialogue, SMTP_LIMITS } from '../../../worker/net/smtp-limits';
import { eventPauses, mailing } from '../../../workflows/task/delivery-options';
import { TIMING } from '../../../workflows/task/timing';

/** RFC 5321, section 4.5.3.2, in minutes. */
const RFC = { greeting: 5, command: 5, data: 2, message: 10 };
const MINUTE_MS = 60_000;

test('the worker waits for each step of a mail server as long as RFC 5321 asks', () => {
	for (const [step, minutes] of Object.entries(RFC))
		expect(SMTP_LIMITS).toHaveProperty(
			step,
			expect.toSatisfy((ms: number) => ms >= minutes * MINUTE_MS),
		);
});

test('an activity has the time for the slowest mail that the limits allow, and shows sooner that its worker was lost', () => {
	expect(mailing(eventPauses(TIMING))).toMatchObject({
		startToCloseTimeout: '90 minutes',
		heartbeatTimeout: '30 seconds',
	});
	expect(longestDialogue(SMTP_LIMITS) + BUSY_MS).toBeLessThan(90 * MINUTE_MS * SHARE_OF_ATTEMPT);
});

test("the sandbox's own client waits as long", () => {
	const { connectionTimeout, greetingTimeout, socketTimeout } = TIMEOUTS_MS;
	expect(greetingTimeout).toBeGreaterThanOrEqual(RFC.greeting * MINUTE_MS);
	expect(connectionTimeout).toBeGreaterThan(greetingTimeout);
	expect(socketTimeout).toBeGreaterThanOrEqual(RFC.message * MINUTE_MS);
});
