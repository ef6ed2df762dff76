import { domainToASCII } from 'node:url';

/** Where mail is forwarded to; each mailbox has an address there. */
const INBOUND_DOMAIN = 'inbound.sandbox.example';

/** Who gets the mails of test-sending: the account's owner. */
export const OWNER_ADDRESS = 'owner@account.example';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The address that a mailbox's provider forwards to. */
export const forwardingAddressOf = (mailboxId: string): string => `${mailboxId}@${INBOUND_DOMAIN}`;

/** The mailbox that mail to such an address is for; undefined for any other address. */
export function mailboxOfForwardingAddress(address: string): string | undefined {
	return domainOf(address) === INBOUND_DOMAIN ? address.slice(0, address.lastIndexOf('@')) : undefined;
}

/**
 * With the domain as it goes over the wire and into the API (xn--…): libraries of mail show it in Unicode, and the
 * two forms of one address must not count as two.
 */
export function asciiAddress(address: string): string {
	const at = address.lastIndexOf('@') + 1;
	// An address literal as [192.0.2.1] is no name.
	return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** Upper and lower case are the same in an address. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Each address once, in the order given. */
export function distinct(addresses: string[]): string[] {
	return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}
