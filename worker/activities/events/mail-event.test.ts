import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { defaultActivityInfo, MockActivityEnvironment } from '@temporalio/testing';
import { type ParsedMail, simpleParser } from 'mailparser';
import { eventually } from '../../../test/support/time/eventually';
import type { SmtpLimits } from '../../net/smtp-limits';
import { REPEAT_AFTER_MS } from './mail-notes';
import { type MailServer, startMailServer } from '../mail/testing/mail-server';
import { type EventMail, mailEvent } from './mail-event';
import { MAIL_SERVER, ReceiverNotAskedError, Receivers } from './receivers';

const FROM = 'Agent Knowledge <events@shop.example>';
const [ADA, BOB] = ['ada@team.example', 'bob@team.example'] as const;
const event = {
	eventId: 'task~run~completed',
	subscriptionId: 'subscription~1',
	recipients: [ADA, BOB],
	message: { subject: 'Completed: Retrain and wait', text: 'The task has completed.\n' },
};

/** Every mail that the server got, by recipient. */
const received: Array<
	{ to: string; cc: unknown } & Pick<ParsedMail, 'messageId' | 'inReplyTo' | 'references' | 'subject'>
> = [];
/** What the server says to a recipient. Default: it takes the mail. */
let refusals: Readonly<Record<string, number>> = {};
/** What the server does with the mail to a recipient. Default: it confirms it. */
let ends: Readonly<Record<string, 'cut' | 'hang' | number>> = {};
let greetsAfterMs = 0;
/** Recipients at whose name the server stops talking. */
let silentAt: readonly string[] = [];
let mailServer: MailServer;
let receivers = new Receivers(50);

beforeAll(async () => {
	mailServer = await startMailServer({
		onConnect: (_session, done) => void pause(greetsAfterMs, undefined, { ref: false }).then(() => done()),
		onRcptTo: ({ address }, _session, done) => {
			if (silentAt.includes(address)) return;
			const status = refusals[address];
			done(status === undefined ? null : Object.assign(new Error(`<${address}>`), { responseCode: status }));
		},
		onData: (stream, session, done) => {
			const to = session.envelope.rcptTo[0]?.address ?? '';
			simpleParser(stream).then(async ({ messageId, inReplyTo, references, subject, cc }) => {
				received.push({ to, messageId, inReplyTo, references, subject, cc });
				const end = ends[to];
				if (end === 'cut') return mailServer.cut();
				if (end === 'hang') return;
				await pause(end ?? 0);
				done(null);
			}, done);
		},
	});
});
afterAll(() => mailServer.close());
beforeEach(() => {
	received.length = 0;
	[refusals, ends, greetsAfterMs, silentAt] = [{}, {}, 0, []];
	receivers = new Receivers(50);
	// An attempt that takes long begins no further mail, and a server that rests is asked again after seconds.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

const MINUTE_MS = 60_000;
/** No mail to a server that answers reaches them, however slow this machine is. */
const limits: SmtpLimits = {
	connect: 5 * MINUTE_MS,
	greeting: 5 * MINUTE_MS,
	command: 5 * MINUTE_MS,
	data: 5 * MINUTE_MS,
	message: 5 * MINUTE_MS,
};

interface Mailing extends Partial<SmtpLimits> {
	/** What it takes on the clock of the test. Default: nothing */
	tookMs?: number;
}

/** @param mails limits of each mail, in their order, where they are others */
function settingsWith(mails: readonly Mailing[] = []) {
	const next = mails.values();
	return {
		smtpUrl: mailServer.smtpUrl,
		from: FROM,
		// Each mail reads them when it begins.
		get limits() {
			const { tookMs = 0, ...more } = next.next().value ?? {};
			vi.setSystemTime(Date.now() + tookMs);
			return { ...limits, ...more };
		},
	};
}

/** One attempt. @param heartbeatDetails of the attempt before @param mails limits of each mail, where they are others */
async function attempt(heartbeatDetails?: unknown, mails: readonly Mailing[] = [], told: EventMail = event) {
	const environment = new MockActivityEnvironment({
		...defaultActivityInfo,
		heartbeatDetails,
		startToCloseTimeoutMs: 10 * MINUTE_MS,
	});
	let last: unknown = heartbeatDetails;
	environment.on('heartbeat', (details: unknown) => (last = structuredClone(details)));
	try {
		const result = await environment.run(() => mailEvent(told, settingsWith(mails), receivers));
		return { last: () => last, result };
	} catch (error) {
		return { last: () => last, error };
	}
}

it('mails of one incident reply to its first mail, each recipient in a thread of its own', async () => {
	await attempt();
	const message = { ...event.message, subject: 'Re: Completed: Retrain and wait' };
	await attempt(undefined, [], { ...event, eventId: 'task~run~recovered', message, firstEventId: event.eventId });
	const threads = [ADA, BOB].map((to) => received.filter((mail) => mail.to === to));
	for (const [first, reply] of threads) {
		expect([first?.inReplyTo, first?.references]).toEqual([undefined, undefined]);
		expect(reply).toMatchObject({
			inReplyTo: first?.messageId,
			references: first?.messageId,
			subject: `Re: ${first?.subject}`,
		});
		expect(reply?.messageId).not.toBe(first?.messageId);
	}
	expect(threads[0]?.[0]?.messageId).not.toBe(threads[1]?.[0]?.messageId);
});

/** The notes of an attempt as they are an hour later. */
function anHourLater(notes: unknown): unknown {
	return JSON.parse(
		JSON.stringify(notes, (name, value: unknown) => (name === 'triedAt' ? Number(value) - REPEAT_AFTER_MS : value)),
	);
}

const got = () => received.map(({ to }) => to);

test('each recipient gets a mail of its own, with its own Message-ID', async () => {
	expect(await attempt()).toMatchObject({ result: { outcome: 'delivered', status: 250 } });
	expect(got()).toEqual([ADA, BOB]);
	expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(2);
	expect(received.every(({ cc }) => cc === undefined)).toBe(true);
});

test('a retry mails only those who were refused for now', async () => {
	refusals = { [BOB]: 451 };
	const first = await attempt();
	expect(first.error).toMatchObject({ type: 'mail_not_taken', nonRetryable: false });
	refusals = {};
	expect(await attempt(first.last())).toMatchObject({ result: { outcome: 'delivered' } });
	expect(got()).toEqual([ADA, BOB]);
});

test('a server that greets and confirms slowly gets each mail once', async () => {
	greetsAfterMs = 300;
	ends = { [ADA]: 300, [BOB]: 300 };
	expect(await attempt()).toMatchObject({ result: { outcome: 'delivered', status: 250 } });
	expect(got()).toEqual([ADA, BOB]);
});

test.each([
	['ends the connection', 'cut', /ECONNECTION/],
	['says nothing more', 'hang', /ETIMEDOUT/],
] as const)(
	'a mail whose server %s is told, and repeated once, an hour later, with its Message-ID',
	async (_, end, why) => {
		ends = { [ADA]: end };
		const hanging = end === 'hang' ? { message: 3_000 } : {};
		const first = await attempt(undefined, [hanging]);
		expect(first.error).toMatchObject({
			type: 'mail_outcome_unknown',
			nonRetryable: false,
			message: expect.stringMatching(/^The outcome is unknown for 1 of 2 mails\..* once more after an hour/) as string,
		});
		expect((first.error as Error).message).toMatch(why);
		expect(Reflect.get(first.error as Error, 'nextRetryDelay')).toBeGreaterThan(REPEAT_AFTER_MS - 60_000);
		// Whatever wakes the activity sooner.
		const soon = await attempt(first.last());
		expect(soon.error).toMatchObject({ type: 'mail_outcome_unknown' });
		expect(got()).toEqual([ADA, BOB]);

		const later = await attempt(anHourLater(soon.last()), [hanging]);
		expect(later.result).toMatchObject({
			outcome: 'unknown',
			note: expect.stringMatching(/unknown for 1 of 2 mails.*send the delivery again/) as string,
		});
		expect(got()).toEqual([ADA, BOB, ADA]);
		expect(received[2]?.messageId).toBe(received[0]?.messageId);
		expect(await attempt(later.last())).toMatchObject({ result: { outcome: 'unknown' } });
		expect(received).toHaveLength(3);
	},
);

test('a repeat that is confirmed settles the mail', async () => {
	ends = { [ADA]: 'cut' };
	const first = await attempt();
	ends = {};
	expect(await attempt(anHourLater(first.last()))).toMatchObject({ result: { outcome: 'delivered', status: 250 } });
	expect(got()).toEqual([ADA, BOB, ADA]);
});

test('a worker that is killed after it handed a mail over has noted that first', async () => {
	ends = { [ADA]: 'hang' };
	const environment = new MockActivityEnvironment({ ...defaultActivityInfo, startToCloseTimeoutMs: 10 * MINUTE_MS });
	let last: unknown;
	environment.on('heartbeat', (details: unknown) => (last = structuredClone(details)));
	const ended = environment.run(() => mailEvent(event, settingsWith(), receivers)).catch(() => null);
	await eventually(() => received.length > 0, Boolean, 'the mail server takes the mail a moment later');
	// What Temporal knows at this moment.
	const known = last;
	environment.cancel();
	await ended;
	ends = {};
	expect((await attempt(known)).error).toMatchObject({ type: 'mail_outcome_unknown' });
	expect(got()).toEqual([ADA, BOB]);
});

test('mails that are slow or without an outcome do not rest the mail server, and one that is silent does not stop the others', async () => {
	[silentAt, ends] = [[ADA], { [BOB]: 'hang' }];
	for (let round = 0; round < 2; round += 1) {
		const { error } = await attempt(undefined, [
			{ command: 200, data: 200, tookMs: 2_200 },
			{ message: 3_000, tookMs: 2_200 },
		]);
		expect(error).toMatchObject({ type: 'mail_not_taken' });
	}
	expect(got()).toEqual([BOB, BOB]);
	await expect(receivers.attempt(MAIL_SERVER, MAIL_SERVER, () => Promise.resolve('asked'))).resolves.toBe('asked');
});

test('a mail server that does not greet rests after three attempts', async () => {
	greetsAfterMs = 10 * MINUTE_MS;
	for (let round = 0; round < 3; round += 1)
		expect((await attempt(undefined, [{ greeting: 200, tookMs: 2_100 }])).error).toMatchObject({
			type: 'mail_not_taken',
		});
	greetsAfterMs = 0;
	await expect(receivers.attempt(MAIL_SERVER, MAIL_SERVER, () => Promise.resolve())).rejects.toBeInstanceOf(
		ReceiverNotAskedError,
	);
});

test('a refusal for good is noted, and final only if it is everybody', async () => {
	refusals = { [ADA]: 550 };
	const note = 'The mail server refused 1 of 2 recipients for good.';
	expect(await attempt()).toMatchObject({ result: { outcome: 'delivered', note } });
	refusals = { [ADA]: 550, [BOB]: 553 };
	const { error } = await attempt();
	expect(error).toMatchObject({ type: 'mail_not_taken', nonRetryable: true, details: [{ status: 550 }] });
	expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('@team.example');
});

test('without a mail server, the mail waits for one', async () => {
	const environment = new MockActivityEnvironment();
	await expect(environment.run(() => mailEvent(event, undefined, receivers))).rejects.toMatchObject({
		type: 'no_mail_server',
		nonRetryable: false,
		message: expect.stringContaining('mail.smtpUrl') as string,
	});
});
