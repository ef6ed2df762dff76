import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { ADDRESSES, TITLES } from '../addresses';
import { useLive } from '../api/live';
import { isProxyAsking, resumeSession, session } from '../api/session';
import { ConnectionsPage } from '../connections/connections-page';
import { DestinationsPage } from '../destinations/destinations-page';
import { NotificationsPage } from '../notifications/notifications-page';
import { OverviewPage } from '../overview/overview-page';
import { AwayBanner } from '../parts/away-banner';
import { QuestionWindow } from '../parts/question';
import { SchedulesPage } from '../schedules/schedules-page';
import { StartPage } from '../start/start-page';
import { SyncsPage } from '../syncs/syncs-page';
import { TasksPage } from '../tasks/tasks-page';
import { ExpiredWindow } from './expired-window';
import { Header } from './header';
import { ProxyWindow } from './proxy-window';
import { SignInForm } from './sign-in-form';

/** The gateway serves other addresses too, such as a review's page. The browser loads those itself. */
const CONSOLE = new RegExp(`^(${ADDRESSES.join('|')})([?#]|$)`);

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
	if (now.state === 'resuming') return <Resuming />;
	if (now.state === 'signed-out') return <SignedOut reason={now.reason} />;
	return (
		<>
			<Router>
				<Route path="/" component={OverviewPage} />
				<Route path="/tasks" component={TasksPage} />
				<Route path="/start" component={StartPage} />
				<Route path="/syncs" component={SyncsPage} />
				<Route path="/schedules" component={SchedulesPage} />
				<Route path="/destinations" component={DestinationsPage} />
				<Route path="/connections" component={ConnectionsPage} />
				<Route path="/notifications" component={NotificationsPage} />
			</Router>
			{now.state === 'expired' && <ExpiredWindow reason={now.reason} />}
		</>
	);
}

/** Asks who uses this tab, until the gateway responds. */
function Resuming() {
	useLive(resumeSession, []);
	return (
		<main>
			<h1>Signing in…</h1>
		</main>
	);
}

function SignedOut({ reason }: { reason: string }) {
	const { path } = useLocation();
	const address = ADDRESSES.find((each) => each === path) ?? '/';
	return (
		<main>
			<h1>{TITLES[address]}</h1>
			<SignInForm reason={reason} />
		</main>
	);
}
