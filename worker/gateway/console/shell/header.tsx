import { type Address, ADDRESSES, helpOf, TITLES } from '../addresses';
import { at } from '../api/base-path';
import { may, session } from '../api/session';
import { leave } from './leave';
import { useAddress } from './use-address';

/** The navigation, and who is signed in. */
export function Header() {
	const shown = useAddress();
	return (
		<header>
			<a class="skip" href="#content" onClick={skip}>
				Skip to the content
			</a>
			<a class="brand" href={at('/')}>
				Agent Knowledge
			</a>
			<nav aria-label="Pages">
				{ADDRESSES.filter(isFor).map((address) => (
					<a key={address} href={at(address)} aria-current={address === shown ? 'page' : undefined}>
						{TITLES[address]}
					</a>
				))}
				<a href={at(helpOf(shown))} target="_blank">
					Help
				</a>
			</nav>
			<Account />
		</header>
	);
}

/** The address keeps its panel, which stands behind #. */
function skip(event: Event): void {
	event.preventDefault();
	document.querySelector<HTMLElement>('main')?.focus();
}

/** A page of which somebody can use nothing is not named. */
function isFor(address: Address): boolean {
	return address !== '/persons' || may('erase');
}

/** The name and the roles of the caller, which say why a button is missing. */
function Account() {
	const now = session.value;
	if (now.state !== 'signed-in') return null;
	return (
		<div class="account">
			<span class="soft" title={now.roles.join(', ')}>
				{now.name} <span class="roles">({now.roles.join(', ')})</span>
			</span>
			<SignOut signedInBy={now.signedInBy} url={now.signOutUrl} />
		</div>
	);
}

/** A person whom a reverse proxy signed in can sign out there alone. */
function SignOut({ signedInBy, url }: { signedInBy: 'token' | 'proxy'; url: string | null }) {
	if (signedInBy === 'token')
		return (
			<button type="button" class="quiet" onClick={leave}>
				Sign out
			</button>
		);
	// A path of the proxy is no page of the console, so the browser loads it.
	return url === null ? null : <a href={url}>Sign out</a>;
}
