import { refusedCertificate } from '../certificates';

const ENCODE = 'has a /, #, ? or % in its user or password; write / as %2F, # as %23, ? as %3F, % as %25, and @ as %40';

/** What is wrong with the address of a mail server, without the address, which may hold a password; null: nothing. */
export function smtpAddressProblem(address: string): string | null {
	const [, login] = /^smtps?:\/\/(?:(.*)@)?/is.exec(address) ?? [];
	if (!/^smtps?:\/\//i.test(address)) return 'must be an smtp:// or smtps:// address';
	const url = URL.canParse(address) ? new URL(address) : null;
	if (url === null || url.hostname === '')
		return login !== undefined && /[/#?]/.test(login) ? ENCODE : 'must be as smtp://user:password@host:port';
	// The password ended the host too early.
	const behind = `${url.pathname}${url.hash}${url.username === '' && url.pathname === '' ? url.search : ''}`;
	return behind.includes('@') || !isDecodable(`${url.username}${url.password}`) ? ENCODE : null;
}

function isDecodable(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

const NO_TLS =
	'The port begins without TLS. Write smtp:// in place of smtps://: the connection is encrypted by STARTTLS if the server offers it. Or use the port for smtps://, usually 465.';
const TLS_AT_ONCE = 'On port 465, mail servers usually begin with TLS. Write smtps:// in place of smtp://.';
/** OpenSSL's codes for a server that speaks no TLS. */
const SPEAKS_NO_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|RECORD_LAYER_FAILURE)$/;

/**
 * What to change at the address of a mail server; null: only the caller knows.
 * @param error of nodemailer, which keeps Node's own code as `originalCode`
 */
export function smtpAdvice(address: string, error: unknown): string | null {
	const code = smtpCode(error);
	if (SPEAKS_NO_TLS.test(code)) return NO_TLS;
	if (code === 'ETIMEDOUT' && /^smtp:.*:465(?:[/?#]|$)/i.test(address)) return TLS_AT_ONCE;
	const certificate = refusedCertificate(code);
	return certificate === null ? null : `The certificate of the mail server ${certificate.what}. ${certificate.todo}`;
}

/** The most exact code of an error of nodemailer; empty: none. */
export function smtpCode(error: unknown): string {
	if (typeof error !== 'object' || error === null) return '';
	const codes: unknown[] = [Reflect.get(error, 'originalCode'), Reflect.get(error, 'code')];
	return codes.find((code): code is string => typeof code === 'string') ?? '';
}
