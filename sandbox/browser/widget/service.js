// @ts-check

/** @typedef {{ role: string, html: string, sources: { title: string, url: string | null }[] }} Message */
/** @typedef {{ name: string, email: string, phone?: string, fields: Record<string, string> }} Details */

/** The requests of the widget. Every method throws if the service refuses the request or is unreachable. */
export class Service {
	/**
	 * @param {string} origin
	 * @param {string} agentId
	 */
	constructor(origin, agentId) {
		this.base = `${origin}/widget/agents/${encodeURIComponent(agentId)}`;
		this.storageKey = `service-chat:${agentId}`;
	}

	/** @returns {Promise<{ name: string }>} */
	agent() {
		return call(this.base);
	}

	/** The messages so far, oldest first. @returns {Promise<Message[]>} */
	async history() {
		if (!this.sessionId) return [];
		try {
			/** @type {{ messages: Message[] }} */
			const { messages } = await call(`${this.base}/conversations/${encodeURIComponent(this.sessionId)}`);
			return messages;
		} catch {
			// The conversation was deleted, for example. The next message starts a new one.
			this.sessionId = undefined;
			return [];
		}
	}

	/** @param {string} message */
	async send(message) {
		/** @type {{ sessionId: string, message: Message }} */
		const answer = await call(`${this.base}/messages`, { message, sessionId: this.sessionId });
		this.sessionId = answer.sessionId;
		return answer.message;
	}

	/** @param {Details} details */
	async leaveDetails(details) {
		/** @type {{ sessionId: string }} */
		const { sessionId } = await call(`${this.base}/leads`, { ...details, sessionId: this.sessionId });
		this.sessionId = sessionId;
	}

	/** The conversation continues when the visitor opens another page of the site, and ends with the tab. */
	get sessionId() {
		return sessionStorage.getItem(this.storageKey) ?? undefined;
	}

	set sessionId(id) {
		if (id === undefined) sessionStorage.removeItem(this.storageKey);
		else sessionStorage.setItem(this.storageKey, id);
	}
}

/**
 * @template Answer
 * @param {string} url
 * @param {object} [body] default: a GET request without a body
 * @returns {Promise<Answer>}
 */
async function call(url, body) {
	const response = await fetch(
		url,
		body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
	);
	if (!response.ok) throw new Error(`The service responded with status ${response.status}.`);
	/** @type {unknown} */
	const answer = await response.json();
	return /** @type {Answer} */ (answer);
}
