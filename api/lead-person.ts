/** What identifies the person of a lead. Null: the lead does not have it. */
export interface LeadPerson {
	/** As `addressOf` returns it. */
	address: string | null;
	/** Digits, with + before an international number. */
	telephone: string | null;
}

/** What is read of a lead (specification, part 2). A service may leave out or change any of it. */
export interface PersonalLead {
	email?: unknown;
	phone?: unknown;
}

/** Fewer digits are an extension or a slip, not a number of one person. */
const FEWEST_DIGITS = 7;
/** What people type who give no number. */
const NO_NUMBER = ['01234567890', '98765432109'];

/**
 * Two leads are of one person if they have the same address. A lead without an address is of the person with the same
 * telephone number. Numbers are compared by their digits: `+49 170 1` is `0049-170-1`, and not `0170 1`, because a
 * number does not say its country.
 */
export function personOf({ email, phone }: PersonalLead): LeadPerson {
	const address = addressOf(textOf(email));
	return { address: address === '' ? null : address, telephone: telephoneOf(textOf(phone)) };
}

/** An address as addresses are compared. The same characters may be composed in two ways: `é` is one or two of them. */
export function addressOf(text: string): string {
	return text.normalize('NFC').trim().toLowerCase();
}

/** The ways in which somebody may have stored an address, each once: composed and decomposed. */
export function formsOfAddress(text: string): string[] {
	const address = addressOf(text);
	return [...new Set([address, address.normalize('NFD')])];
}

function textOf(value: unknown): string {
	if (typeof value === 'number') return String(value);
	return typeof value === 'string' ? value : '';
}

function telephoneOf(text: string): string | null {
	const trimmed = text.normalize('NFKC').trim();
	const isInternational = trimmed.startsWith('+') || trimmed.startsWith('00');
	// Many write the zero that callers from abroad leave out: +49 (0) 170.
	const written = (isInternational ? trimmed.replace('(0)', '') : trimmed).replace(/\D/g, '');
	const digits = isInternational ? written.replace(/^00/, '') : written;
	if (digits.length < FEWEST_DIGITS || isMadeUp(digits)) return null;
	return isInternational ? `+${digits}` : digits;
}

/** One digit again and again, or digits in their order. Many people who have nothing in common have such a number. */
function isMadeUp(digits: string): boolean {
	return new Set(digits).size === 1 || NO_NUMBER.some((row) => row.includes(digits));
}
