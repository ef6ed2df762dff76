import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { type Address, ADDRESSES, TITLES } from '../addresses';
import { BASE_PATH } from '../api/base-path';
import { useLive } from '../api/live';
import { isProxyAsking, resumeSession, session } from '../api/session';
import { ConnectionsPage } from '../connections/connections-page';
import { DestinationsPage } from '../destinations/destinations-page';
import { IncidentsPage } from '../incidents/incidents-page';
import { KnowledgePage } from '../knowledge/knowledge-page';
import { NotificationsPage } from '../notifications/notifications-page';
import { OverviewPage } from '../overview/overview-page';
import { AwayBanner } from '../parts/away-banner';
import { QuestionWindow } from '../parts/question';
import { PersonsPage } from '../persons/persons-page';
import { SchedulesPage } from '../schedules/schedules-page';
import { StartPage } from '../start/start-page';
import { SyncsPage } from '../syncs/syncs-page';
import { TasksPage } from '../tasks/tasks-page';
import { ExpiredWindow } from './expired-window';
import { Header } from './header';
import { ProxyWindow } from './proxy-window';
import { SignInForm } from './sign-in-form';
import { useAddress } from './use-address';

/** The gateway serves other addresses too, such as a review's page. The browser loads those itself. */
const CONSOLE = new RegExp(
	`^${BASE_PATH.replace(/[^\w/]/g, '\\$&')}(${ADDRESSES.map((address) => address.slice(1)).join('|')})([?#]|$)`,
);

const PAGES: Readonly<Record<Address, ComponentType>> = {
	'/': OverviewPage,
	'/incidents': IncidentsPage,
	'/tasks': TasksPage,
	'/start': StartPage,
	'/schedules': SchedulesPage,
	'/syncs': SyncsPage,
	'/knowledge': KnowledgePage,
	'/destinations': DestinationsPage,
	'/connections': ConnectionsPage,
	'/notifications': NotificationsPage,
	'/persons': PersonsPage,
};

/** The frame of all pages. While nobody is signed in, it shows the sign-in and reads nothing. */
export function Shell() {
	return (
		<LocationProvider scope={CONSOLE}>
			<Header />
			<AwayBanner />
			<Content />
			<QuestionWindow />
			{isProxyAsking.value && <ProxyWindow />}
		</LocationProvider>
	);
}

function Content() {
	const now = session.value;
	const address = useAddress();
	if (now.state === 'resuming') return <Resuming />;
	if (now.state === 'signed-out') return <SignedOut reason={now.reason} />;
	return (
		<>
			<Router>{[<Route key="page" default component={PAGES[address]} />]}</Router>
			{now.state === 'expired' && <ExpiredWindow reason={now.reason} />}
		</>
	);
}

/** Asks who uses this tab, until the gateway responds. */
function Resuming() {
	useLive(resumeSession, []);
	return (
		<main id="content" tabIndex={-1}>
			<h1>Signing in…</h1>
		</main>
	);
}

function SignedOut({ reason }: { reason: string }) {
	return (
		<main id="content" tabIndex={-1}>
			<h1>{TITLES[useAddress()]}</h1>
			<SignInForm reason={reason} />
		</main>
	);
}
