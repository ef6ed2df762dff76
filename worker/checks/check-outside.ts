import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '../config';
import { type Check, fail, looked, ok, wordsOf } from './check';
import { checkClock } from './check-clock';

const ANSWER_WITHIN_MS = 10_000;

const readySchema = z.looseObject({
	checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), detail: z.string().optional() })),
});

/** The mail server that tells reviewers: whether it takes the login. No mail is sent. */
export async function checkMail(mail: Config['mail']): Promise<Check[]> {
	if (mail === undefined) return [ok('mail', 'Not configured: reviewers are told by events alone.')];
	const timeouts = {
		connectionTimeout: ANSWER_WITHIN_MS,
		greetingTimeout: ANSWER_WITHIN_MS,
		socketTimeout: ANSWER_WITHIN_MS,
	};
	const transport = createTransport({ url: mail.smtpUrl, ...timeouts });
	// Each call is told of its own failure.
	transport.on('error', () => undefined);
	try {
		return [
			await looked('mail', 'Check mail.smtpUrl: host, port, user and password.', async () => {
				await transport.verify();
				return `${new URL(mail.smtpUrl).host} takes mails.`;
			}),
		];
	} finally {
		transport.close();
	}
}

/** Whether the gateway of this configuration is ready. */
export async function checkGateway({ host, port, publicUrl, tokens }: Config['gateway']): Promise<Check[]> {
	if (tokens.length === 0) return [ok('gateway', 'Not configured: no tokens, so that only a worker can run.')];
	const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
	const url = publicUrl ?? `http://${local}:${port}`;
	const start = 'Start it with: agent-knowledge serve, or agent-knowledge gateway';
	try {
		const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
		const clock = Date.parse(reply.headers.get('date') ?? '');
		const clocks = Number.isNaN(clock) ? [] : [checkClock('gateway clock', url, clock)];
		if (reply.ok) return [ok('gateway', `${url} is ready.`), ...clocks];
		const ready = readySchema.safeParse(await reply.json());
		const missing = ready.data?.checks.flatMap(({ ok: works, name, detail }) =>
			works ? [] : [`${name}: ${detail ?? ''}`],
		);
		return [
			fail('gateway', `${url} answers with ${reply.status}. ${missing?.join(' ') ?? ''}`.trim(), 'Do what it says.'),
			...clocks,
		];
	} catch (error) {
		return [fail('gateway', `${url} does not answer (${wordsOf(error)}).`, start)];
	}
}
