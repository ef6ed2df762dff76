/** A mail server to hand mail to. */
export interface MailServer {
	host: string;
	port: number;
	/** TLS from the first byte; else STARTTLS where the server offers it. */
	secure: boolean;
	auth?: { user: string; pass: string };
}

/** Of smtp://user:password@host:port, or smtps: for TLS from the first byte. */
export function mailServerOf(url: URL): MailServer {
	const secure = url.protocol === 'smtps:';
	const user = decodeURIComponent(url.username);
	return {
		host: url.hostname.replaceAll(/^\[|\]$/g, ''),
		port: Number(url.port) || (secure ? 465 : 587),
		secure,
		auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
	};
}

/** Without what it takes to log in. */
export function urlOf({ host, port, secure }: MailServer): string {
	return `${secure ? 'smtps' : 'smtp'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
