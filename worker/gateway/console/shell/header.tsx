import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Address, ADDRESSES, helpOf, TITLES } from '../addresses';
import { at } from '../api/base-path';
import { messageOf } from '../api/live';
import { may, session } from '../api/session';
import type { SignedInBy } from '../api/types';
import { leave } from './leave';
import { onlyThese } from './only-these';
import { useAddress } from './use-address';

/** The navigation, and who is signed in. */
export function Header() {
	const shown = useAddress();
	const pages = useRef<HTMLElement>(null);
	useLayoutEffect(() => {
		if (pages.current !== null) showCurrent(pages.current);
	}, [shown]);
	return (
		<header>
			<a class="skip" href="#content" onClick={skip}>
				Skip to the content
			</a>
			<a class="brand" href={at('/')}>
				Agent Knowledge
			</a>
			<nav ref={pages} aria-label="Pages">
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

/** On a phone, the pages are wider than the screen. The page itself must not move. */
function showCurrent(pages: HTMLElement): void {
	const current = pages.querySelector<HTMLElement>('[aria-current]');
	if (current === null) return;
	const [outer, inner] = [pages.getBoundingClientRect(), current.getBoundingClientRect()];
	pages.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
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
			<span class="soft">
				{now.name} ({now.roles.join(', ')})
			</span>
			{now.connections !== null && (
				<span class="soft" title={now.connections.join(', ')}>
					{onlyThese(now.connections)}
				</span>
			)}
			<SignOut signedInBy={now.signedInBy} url={now.signOutUrl} />
		</div>
	);
}

/** A person whom a reverse proxy signed in can sign out there alone. */
function SignOut({ signedInBy, url }: { signedInBy: SignedInBy; url: string | null }) {
	const trouble = useSignal('');
	// A path of the proxy is no page of the console, so the browser loads it.
	if (signedInBy === 'proxy') return url === null ? null : <a href={url}>Sign out</a>;
	const signOut = async () => {
		try {
			await leave();
		} catch (error) {
			trouble.value = `Still signed in. ${messageOf(error)}`;
		}
	};
	return (
		<>
			<span role="status" class="bad">
				{trouble.value}
			</span>
			<button type="button" class="quiet" onClick={() => void signOut()}>
				Sign out
			</button>
		</>
	);
}
