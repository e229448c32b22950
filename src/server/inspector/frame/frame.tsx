import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ClockState } from '../../../protocol/control-documents.ts';
import { CatalogTab } from '../catalog/catalog-tab.tsx';
import { FilesTab } from '../catalog/files-tab.tsx';
import { CompareTab } from '../compare/compare-tab.tsx';
import { FaultsTab } from '../faults/faults-tab.tsx';
import { JobsTab } from '../jobs/jobs-tab.tsx';
import { Failure } from '../parts/badges.tsx';
import { Button } from '../parts/form.tsx';
import { formatDuration } from '../parts/format.ts';
import { Pairs } from '../parts/layout.tsx';
import { RequestsTab } from '../requests/requests-tab.tsx';
import { SearchTab } from '../search/search-tab.tsx';
import { type Tab, writeAddress } from './address.ts';
import { isHelpShown, KEYS } from './keys.ts';
import { liveState } from './live.ts';
import { address } from './navigation.ts';
import { call } from './service.ts';
import { createState, useStates } from './state.ts';
import { isOfControl, useFetch } from './use-fetch.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const KEPT_AS = 'brctl.theme';

/** The colours: those of the system, unless someone chose others. */
const theme = createState<(typeof THEMES)[number]>(
  THEMES.find((name) => name === localStorage.getItem(KEPT_AS)) ?? 'auto',
);

function showTheme(): void {
  document.documentElement.style.colorScheme = theme.value === 'auto' ? 'light dark' : theme.value;
}

showTheme();

function changeTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
  showTheme();
  localStorage.setItem(KEPT_AS, theme.value);
}

const VIEWS: Readonly<Record<Tab, { name: string; view: ComponentType }>> = {
  requests: { name: 'Requests', view: RequestsTab },
  jobs: { name: 'Jobs', view: JobsTab },
  catalog: { name: 'Catalog', view: CatalogTab },
  search: { name: 'Search', view: SearchTab },
  compare: { name: 'Compare', view: CompareTab },
  files: { name: 'SFTP', view: FilesTab },
  faults: { name: 'Faults & clock', view: FaultsTab },
};

/** Where each tab was left: what was typed there is still there. */
const leftAt = new Map<Tab, string>();

function buildHref(tab: Tab, current: Tab): string {
  return tab === current ? writeAddress(tab) : (leftAt.get(tab) ?? writeAddress(tab));
}

/** Frame around every view. */
export function Frame() {
  useStates(address, isHelpShown);
  const { tab, path, query, unknown } = address.value;
  const shown = VIEWS[tab];
  leftAt.set(tab, writeAddress(tab, path, query));
  useEffect(() => {
    document.title = `${shown.name} · brctl inspector`;
    // In a narrow window the tabs scroll.
    document.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown.name]);
  return (
    <>
      <Button class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </Button>
      <header class="frame-head">
        <a class="brand" href={writeAddress('requests')}>
          <Logo />
          brctl
        </a>
        <nav aria-label="Views">
          {Object.entries(VIEWS).map(([name, view]) => (
            <a key={name} href={buildHref(name as Tab, tab)} aria-current={name === tab ? 'page' : undefined}>
              {view.name}
            </a>
          ))}
        </nav>
        <Surroundings />
      </header>
      <main id="main" tabIndex={-1}>
        <h1 class="unseen">{shown.name}</h1>
        {unknown !== undefined && <Failure message={`There is no tab “${unknown}”.`} />}
        <shown.view />
      </main>
      {isHelpShown.value && <Help />}
    </>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" />
      <path d="M4 11h8M4 8h5M4 5h7" />
    </svg>
  );
}

function Surroundings() {
  const { answer } = useFetch((signal) => call<{ environment: string }>('ready', { signal }), []);
  useStates(liveState, theme);
  const live = liveState.value;
  return (
    <div class="toolbar surroundings">
      {answer !== undefined && <span class="muted">{answer.environment}</span>}
      <ClockBadge />
      <span class={`live ${live}`} role="status">
        {live === 'lost' ? 'no connection' : live}
      </span>
      <Button class="quiet" onClick={changeTheme} title="Theme: light, dark or system">
        {theme.value}
      </Button>
      <Button
        class="quiet"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => {
          isHelpShown.value = true;
        }}
      >
        ?
      </Button>
    </div>
  );
}

/** A clock is moved, not just read late, from here on. */
const MIN_MOVED_MS = 5_000;
const DAY_MS = 86_400_000;

/** Difference of the clock from this machine's; empty if there is none. */
function formatClock({ now, frozen }: ClockState): string {
  const movedMs = Date.parse(now) - Date.now();
  const byMs = Math.abs(movedMs);
  const distance = byMs < DAY_MS ? formatDuration(byMs) : `${Math.round(byMs / DAY_MS)} d`;
  const moved = byMs < MIN_MOVED_MS ? '' : ` ${movedMs > 0 ? '+' : '−'}${distance}`;
  return frozen || moved !== '' ? `clock${frozen ? ' frozen' : ''}${moved}` : '';
}

/** Says on every tab that the service's clock is not this machine's. */
function ClockBadge() {
  const { answer } = useFetch(
    async (signal) => formatClock(await call<ClockState>('clock', { signal })),
    [],
    isOfControl,
  );
  if (!answer) return null;
  return (
    <a class="mark warn" href={writeAddress('faults')}>
      {answer}
    </a>
  );
}

function showModal(element: HTMLDialogElement | null): void {
  if (element?.open === false) element.showModal();
}

function Help() {
  const close = () => {
    isHelpShown.value = false;
  };
  return (
    <dialog class="help" aria-label="Keys" ref={showModal} onClose={close}>
      <h2>Keys</h2>
      <Pairs rows={KEYS.map(([key, does]) => [<kbd key={key}>{key}</kbd>, does])} />
      <Button onClick={close}>Close</Button>
    </dialog>
  );
}
