import { isIP } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { kubernetesVariableProblem, smtpAddressProblem } from '../../api';
import { zoneProblem } from './time-zone';

/** A whole number. It accepts a numeric string too, because `${PORT}` in the file always gives a string. */
export function integer(min: number, max: number) {
	return z.preprocess(
		(value) => (typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value),
		z
			.int({ error: ({ input }) => kubernetesVariableProblem(input) ?? 'must be a whole number' })
			.min(min, `must be ${min} or more`)
			.max(max, `must be ${max} or less`),
	);
}

/** A part of a whole, from `min` to 1, or a numeric string, as above. */
export function share(min: number) {
	return z.preprocess(
		(value) => (typeof value === 'string' && /^(?:\d+|\d*\.\d+)$/.test(value.trim()) ? Number(value) : value),
		z.number('must be a number').min(min, `must be ${min} or more`).max(1, 'must be 1 or less'),
	);
}

/** A secret. Its messages never repeat the value. */
export const secretText = z.string().trim().min(1, 'is empty');

/** The address of a mail server. Its messages never repeat the value. */
export const smtpAddress = secretText.check(({ value, issues }) => {
	const message = smtpAddressProblem(value);
	if (message !== null) issues.push({ code: 'custom', input: undefined, message });
});

/** host:port, an IPv6 host in brackets. */
export const hostAndPort = z
	.string()
	.trim()
	.regex(/^(\[[0-9a-f:]+\]|[^\s:/@]+):\d{1,5}$/i, 'must be host:port, for example 127.0.0.1:5678');

/** A host name without a port. */
export const hostName = z
	.string()
	.regex(
		/^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i,
		'must be a host name without a port, for example metrics.example.com',
	)
	.transform((name) => name.toLowerCase());

/** An address of this machine to listen on, as IP:port. */
export const listenAddress = hostAndPort.refine(
	(text) => isIP(text.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) !== 0,
	'must be an IP address and a port, for example 127.0.0.1:9464',
);

/** An IP address, or a network in CIDR notation. */
export const addressOrNetwork = z.union(
	[z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
	'must be an IP address or a network such as 10.0.0.0/8',
);

/** An http or https address to which paths are appended. It may have a path. It is kept without a slash at its end. */
export const baseUrl = z
	.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
	.refine((url) => hasNoCredentials(url), 'must not contain a user name or password')
	.refine(
		(url) => !/[?#]/.test(url),
		'must not contain ? or #, because paths are appended to it; remove this character and all that follows it',
	)
	.transform((url) => url.replace(/(?<!\/)\/+$/, ''));

/** The address of a service with the customer API. */
export const serviceUrl = baseUrl.refine(
	(url) => !url.endsWith('/api/v1'),
	'must be given without /api/v1; it is added',
);

export { connectionName } from '../../workflows/task/contract';

/** A time zone of the IANA database, written as Temporal writes it. */
export const timeZoneName = z.string().check(({ value, issues }) => {
	const message = zoneProblem(value);
	if (message !== null) issues.push({ code: 'custom', input: value, message });
});

/** A language and region by which numbers and dates are written, as BCP 47. */
export const localeName = z
	.string()
	.refine(isLocale, 'is no language that this Node knows; use a tag such as en, de-AT or pt-BR');

/** Base64 of exactly this number of bytes. */
export function base64Bytes(bytes: number) {
	return z
		.string()
		.trim()
		.pipe(
			z
				.base64({ error: `is not base64; make one with: openssl rand -base64 ${bytes}`, abort: true })
				.refine(
					(text) => Buffer.from(text, 'base64').length === bytes,
					`is not ${bytes} bytes long; make one with: openssl rand -base64 ${bytes}`,
				),
		);
}

/** A Standard Webhooks secret: `whsec_` and the base64 of 24 to 64 bytes. */
export const signingSecret = z
	.string()
	.trim()
	.refine((text) => {
		const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64').length;
		return text.startsWith('whsec_') && bytes >= 24 && bytes <= 64 && canSign(text);
	}, 'must be whsec_ and the base64 of 24 to 64 bytes; make one with: echo whsec_$(openssl rand -base64 32)');

function isLocale(text: string): boolean {
	try {
		return Intl.DateTimeFormat.supportedLocalesOf(text).length === 1;
	} catch {
		return false;
	}
}

function hasNoCredentials(url: string): boolean {
	if (!URL.canParse(url)) return true;
	const { username, password } = new URL(url);
	return username === '' && password === '';
}

/** Node accepts base64url, spaces and words as base64, too. The library that signs does not. */
function canSign(secret: string): boolean {
	try {
		new Webhook(secret);
		return true;
	} catch {
		return false;
	}
}

/** Values that occurred before, with their places. */
export function duplicates(values: string[]): Array<[index: number, value: string]> {
	return [...values.entries()].filter(([index, value]) => values.indexOf(value) !== index);
}
