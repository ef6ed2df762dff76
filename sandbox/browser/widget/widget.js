// @ts-check
/**
 * The chat of an agent on any website:
 *
 *   <script src="https://…/widget.js" data-agent-id="agent_support"></script>
 *   <button data-service-open>Chat with us</button>
 *   <button data-service-message="Where is my parcel?">Where is my parcel?</button>
 *
 * It needs only the public agent id. `data-lead-fields="Company, Order number"` adds fields to the form in
 * which visitors leave their details; `data-launcher="none"` hides the round button at the lower right.
 */
{
	const script = document.currentScript;
	const agentId = script?.dataset.agentId;
	if (script instanceof HTMLScriptElement && agentId) {
		const { origin } = new URL(script.src);
		const leadFields = (script.dataset.leadFields ?? '')
			.split(',')
			.map((label) => label.trim())
			.filter((label) => label !== '');

		/** @typedef {import('./chat.js').Chat} Chat */
		/** @type {Promise<Chat> | undefined} */
		let chat;
		/** The first click loads all other files. After a failure the next click loads them again. */
		const load = () =>
			(chat ??= /** @type {Promise<typeof import('./chat.js')>} */ (import(`${origin}/widget/chat.js`))
				.then(({ openChat }) => openChat({ origin, agentId, leadFields }))
				.catch((/** @type {unknown} */ error) => {
					chat = undefined;
					throw error;
				}));

		document.addEventListener('click', (event) => {
			const target = event.target instanceof Element ? event.target : null;
			const opener = target?.closest('[data-service-open], [data-service-message]');
			if (!(opener instanceof HTMLElement)) return;
			event.preventDefault();
			const message = opener.dataset.serviceMessage;
			void load().then((loaded) => {
				loaded.open(opener);
				if (message) loaded.send(message);
			});
		});

		if (script.dataset.launcher !== 'none') {
			const launcher = document.createElement('button');
			launcher.type = 'button';
			launcher.textContent = 'Chat';
			launcher.dataset.serviceOpen = '';
			launcher.setAttribute('aria-haspopup', 'dialog');
			launcher.style.cssText =
				'position:fixed;right:20px;bottom:20px;z-index:2147483000;padding:14px 22px;border:0;border-radius:999px;' +
				'background:#17594a;color:#fff;font:600 16px/1.2 system-ui,sans-serif;cursor:pointer;' +
				'box-shadow:0 4px 16px rgb(0 0 0 / 25%)';
			// The script may be in the head and run before the body exists.
			const add = () => document.body.append(launcher);
			if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', add);
			else add();
		}
	}
}
