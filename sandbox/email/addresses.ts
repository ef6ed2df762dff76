import { domainToASCII } from 'node:url';

/** The domain to which providers forward mail. Each mailbox has an address there. */
const INBOUND_DOMAIN = 'inbound.sandbox.example';

/** The recipient of test-sending: the account's owner. */
export const OWNER_ADDRESS = 'owner@account.example';

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** The forwarding address of a mailbox. */
export const forwardingAddressOf = (mailboxId: string): string => `${mailboxId}@${INBOUND_DOMAIN}`;

/** The mailbox of a forwarding address. Undefined for any other address. */
export function mailboxOfForwardingAddress(address: string): string | undefined {
	return domainOf(address) === INBOUND_DOMAIN ? address.slice(0, address.lastIndexOf('@')) : undefined;
}

/**
 * Puts the domain into the form that the wire and the API use (xn--…). Mail libraries show it in Unicode, and both
 * forms must count as one address.
 */
export function asciiAddress(address: string): string {
	const at = address.lastIndexOf('@') + 1;
	// An address literal such as [192.0.2.1] is not a name.
	return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/** Addresses ignore the difference between upper and lower case. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Each address once, in the order given. */
export function distinct(addresses: string[]): string[] {
	return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}
