import { z } from 'zod';
import { noAnswerWords, outwardFetch, smtpAdvice } from '../../../api';
import { type Config, operationsAddress } from '../../config';
import { greetMailServer } from '../../net/mail-server';
import { reachableHost } from '../../net/reachable-host';
import { SMTP_LIMITS, type SmtpLimits } from '../../net/smtp-limits';
import { type Check, checkClock, errorText, fail, ok, warn } from './check';

const ANSWER_WITHIN_MS = 10_000;

const readySchema = z.looseObject({
	checks: z.array(z.looseObject({ name: z.string(), ok: z.boolean(), detail: z.string().optional() })),
});

/** From this on, the response time of a mail server is worth a word. */
const SLOW_SECONDS = 2;

/**
 * Whether the mail server that notifies reviewers and subscribers accepts the login, within the same limits as for a mail.
 * No mail is sent.
 */
export async function checkMail(mail: Config['mail'], limits: SmtpLimits = SMTP_LIMITS): Promise<Check[]> {
	if (mail === undefined)
		return [ok('mail', 'Not configured: only events notify reviewers, and no subscription can send mail.')];
	const begun = Date.now();
	try {
		await greetMailServer({ url: mail.smtpUrl, limits });
	} catch (error) {
		const todo = smtpAdvice(mail.smtpUrl, error) ?? 'Check mail.smtpUrl: host, port, user and password.';
		return [fail('mail', errorText(error), todo)];
	}
	const seconds = Math.round((Date.now() - begun) / 1000);
	const slowly = seconds < SLOW_SECONDS ? '' : ` It took ${seconds} s to respond, so mails are slow.`;
	return [ok('mail', `${new URL(mail.smtpUrl).host} accepts emails.${slowly}`)];
}

/** Whether the gateway of this configuration answers at its public address, and is ready. */
export async function checkGateway(config: Config): Promise<Check[]> {
	const { host, port, publicUrl, tokens } = config.gateway;
	if (tokens.length === 0) return [ok('gateway', 'Not configured: no tokens, so only a worker can run.')];
	const url = publicUrl ?? `http://${reachableHost(host)}:${port}`;
	const start = 'Start it with: agent-knowledge serve, or agent-knowledge gateway';
	const todo =
		publicUrl === undefined
			? start
			: `${start}. If it runs, check gateway.publicUrl, and the proxy that serves this address.`;
	try {
		const reply = await outwardFetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
		const clock = Date.parse(reply.headers.get('date') ?? '');
		const clocks = Number.isNaN(clock) ? [] : [checkClock('gateway clock', url, clock)];
		if (!reply.ok) return [fail('gateway', `${url} answers with ${reply.status}, unlike a gateway.`, todo)];
		return [await checkReadiness(url, config), ...clocks];
	} catch (error) {
		const words = noAnswerWords(error);
		return [fail('gateway', `${url} ${words.happened}.`, words.todo ?? todo)];
	}
}

/** Its readiness is served on another address, which other machines may not reach. */
async function checkReadiness(url: string, config: Config): Promise<Check> {
	const address = operationsAddress(config, { gateway: true })?.address ?? '';
	const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? [];
	const readyUrl = `http://${reachableHost(host)}:${port}/readyz`;
	try {
		const reply = await outwardFetch(readyUrl, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
		if (reply.ok) return ok('gateway', `${url} is ready.`);
		const ready = readySchema.safeParse(await reply.json());
		const missing = ready.data?.checks.flatMap(({ ok: works, name, detail }) =>
			works ? [] : [`${name}: ${detail ?? ''}`],
		);
		const detail = `${readyUrl} answers with ${reply.status}. ${missing?.join(' ') ?? ''}`.trim();
		return fail('gateway', detail, 'Correct what the failed checks name.');
	} catch (error) {
		return warn(
			'gateway',
			`${url} answers. This machine cannot see whether it is ready: ${readyUrl} ${noAnswerWords(error).happened}.`,
			"Run doctor on the gateway's machine, or set telemetry.gatewayAddress to an address that this machine can reach.",
		);
	}
}
