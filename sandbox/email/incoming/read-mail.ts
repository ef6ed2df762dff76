import { randomUUID } from 'node:crypto';
import type { AddressObject, ParsedMail } from 'mailparser';
import { cleanText } from '../../knowledge/clean-text';
import { asciiAddress, distinct } from '../addresses';
import type { ArrivedMail } from '../smtp/own-mail-server';
import { FORWARDING_TEST_HEADER } from '../test-mails';

/** What the service needs to know of a mail that arrived. */
export interface IncomingMail extends ArrivedMail {
	/** The Message-ID, with its angle brackets. */
	headerId: string;
	from: { address: string; name: string } | null;
	to: string[];
	cc: string[];
	subject: string;
	text: string;
	/** Message-IDs of what it answers. */
	references: string[];
	/** Written by a program: never answered by another (RFC 3834). */
	automated: boolean;
	/** The token of a test of forwarding. */
	forwardingTest: string | null;
}

/** Reads a message as it came over the wire; whatever it lacks is empty. */
export async function readMail(arrived: ArrivedMail): Promise<IncomingMail> {
	// With the first mail, not at the start: it takes a while to load.
	const { simpleParser } = await import('mailparser');
	const mail = await simpleParser(arrived.raw, { skipImageLinks: true });
	const [sender] = mail.from?.value ?? [];
	return {
		...arrived,
		headerId: mail.messageId ?? `<${randomUUID()}@no-message-id.invalid>`,
		from: sender?.address ? { address: asciiAddress(sender.address), name: cleanText(sender.name) } : null,
		to: addressesOf(mail.to),
		cc: addressesOf(mail.cc),
		subject: cleanText(mail.subject ?? ''),
		text: cleanText(mail.text ?? ''),
		references: [mail.references ?? [], mail.inReplyTo ?? []].flat(),
		automated: isAutomated(mail, arrived.mailFrom),
		forwardingTest: headerOf(mail, FORWARDING_TEST_HEADER),
	};
}

function isAutomated(mail: ParsedMail, mailFrom: string): boolean {
	const submitted = headerOf(mail, 'auto-submitted') ?? 'no';
	return mailFrom === '' || submitted !== 'no' || /^(bulk|list|junk)$/.test(headerOf(mail, 'precedence') ?? '');
}

function headerOf(mail: ParsedMail, name: string): string | null {
	const value = mail.headers.get(name.toLowerCase());
	return typeof value === 'string' ? value.toLowerCase() : null;
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
	const entries = [field ?? []].flat().flatMap(({ value }) => value.flatMap((each) => [each, ...(each.group ?? [])]));
	return distinct(entries.flatMap(({ address }) => (address ? asciiAddress(address) : [])));
}
