import { z } from 'zod';

const LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?';

/**
 * An email address in the form that HTML asks of `<input type="email">`
 * (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address), with a domain in punycode or in letters of
 * any language. Browsers, libraries and mail servers turn such a domain into punycode. Whether an address exists is for
 * the service to say.
 */
export const EMAIL_ADDRESS = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})*$`, 'u');

/** RFC 5321, 4.5.3.1.3: a path without its angle brackets. In characters; a domain is counted as it is written. */
const LONGEST = 254;

export const emailAddressSchema = z
	.email({ pattern: EMAIL_ADDRESS, error: 'is not an email address' })
	.max(LONGEST, `is longer than ${LONGEST} characters`);
