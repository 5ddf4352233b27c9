import { useState } from 'react';
import { now } from '#web/lib/clock/clock.ts';
import { dayOf } from '#web/lib/text/format.ts';
import { readable } from '#web/lib/text/readable.ts';
import { forget, useDecision, type KeptDecision } from '#web/shared/change/decision.ts';
import { isStarter, usePrograms, type Program, type Whose } from '#web/shared/change/program-data.ts';
import { ProgramDialog } from '#web/shared/change/program-dialog.tsx';
import { programItem, programKey, type AboutProgram } from '#web/shared/change/program-item.tsx';
import { Connectable, Included, type PlanLine, type SwitchItem } from '#web/shared/change/switch-cards.tsx';
import type { User } from '#web/shared/data/frame-data.ts';
import { newPriceText, priceText } from '#web/shared/money/price.texts.ts';
import { Markup } from '#web/shared/page/markup.tsx';
import { ErrorBlock } from '#web/ui/card/callout.tsx';
import { Card } from '#web/ui/card/card.tsx';
import { SkeletonRows } from '#web/ui/card/skeleton.tsx';
import { OptionDialog } from './option-dialog.tsx';
import styles from './services-section.module.css';
import { useInDebt, usePlanOptions, type Option, type PlanOptions } from './use-options.ts';

type Status = 'on' | 'off';

interface ServicesSectionProps {
  user: User;
  /** Which programs of the contract belong here, too; none when absent. */
  ofContract?: (program: Program) => boolean;
  /** More about a program below its terms, and the title of both. */
  more?: AboutProgram;
}

/** Everything that a service has, with the sum (plan, options, programs), then everything that can be connected. */
export function ServicesSection(props: ServicesSectionProps) {
  const { isWaiting, lost, ...known } = useServices(props);
  if (isWaiting) return <ServicesSkeleton />;
  return (
    <>
      <Known {...props} {...known} />
      {lost.length > 0 && (
        <Card title="Дополнительные услуги">
          <ErrorBlock
            title="Не удалось загрузить дополнительные услуги."
            onRetry={() => lost.forEach((answer) => void answer.refetch())}
          >
            {readable(lost[0]?.error?.message ?? '', 'Проверьте связь и повторите')}.
          </ErrorBlock>
        </Card>
      )}
    </>
  );
}

/** The options of the plan, and the programs of the service and of the contract. If one list fails to load, the others are shown. */
function useServices({ user, ofContract = none }: ServicesSectionProps) {
  const hasPlan = user.plan !== null;
  const options = usePlanOptions(user.user_id);
  const programs = usePrograms(user.user_id);
  const common = usePrograms('contract', { enabled: ofContract !== none });
  const asked = [programs, ...(ofContract === none ? [] : [common])];
  return {
    isWaiting: [...asked, ...(hasPlan ? [options] : [])].some(
      ({ data, error }) => data === undefined && error === null,
    ),
    // The card of the plan shows the error of the options.
    lost: asked.filter(({ data }) => data === undefined),
    options: hasPlan ? options.data : undefined,
    programs: programs.data ?? [],
    common: common.data?.filter(ofContract) ?? [],
  };
}

const none = (): boolean => false;

const ServicesSkeleton = () => (
  <Card title="Включено">
    <SkeletonRows label="Загружаем услуги" count={3} tile={false} />
  </Card>
);

interface KnownProps extends ServicesSectionProps {
  options: PlanOptions | undefined;
  programs: readonly Program[];
  common: readonly Program[];
}

/** What is being switched: its dialog is open. */
type Chosen = { status: Status } & ({ option: Option } | { program: Program; whose: Whose });

function Known({ user, options, programs, common, more }: KnownProps) {
  const inDebt = useInDebt();
  const decision = useDecision();
  const [chosen, setChosen] = useState(() => decidedBefore(decision, { user, options, programs, common }));
  const [fresh, setFresh] = useState<string>();
  const today = dayOf(now());
  const choose = (next: Chosen): void => {
    setFresh(undefined);
    setChosen(next);
  };
  const programItems = (list: readonly Program[], whose: Whose) =>
    list.map((program) =>
      programItem(program, {
        whose,
        inDebt,
        more,
        // A program costs so much a month; only a starter has the price of its plan, in its unit.
        unit: isStarter(program) ? (user.plan?.unit ?? 'month') : 'month',
        onSwitch: (status) => choose({ program, whose, status }),
      }),
    );
  const items = [
    ...(options?.options ?? []).map((option) => optionItem(option, (status) => choose({ option, status }))),
    ...programItems(programs, user.user_id),
    ...programItems(common, 'contract'),
  ];
  const close = (): void => {
    forget();
    setChosen(undefined);
  };
  const dialog = { inDebt, today, onClose: close, onDone: () => chosen && setFresh(idOf(chosen)) };
  const isPending = [...programs, ...common].some(({ is_applied }) => !is_applied);
  return (
    <>
      <Included
        plan={planLine(options)}
        items={items}
        hasSum={isWhole(user, options)}
        fresh={fresh}
        isPending={isPending}
      />
      <Connectable items={items} fresh={fresh}>
        {inDebt && <p className={styles.debt}>На&nbsp;счёте долг: что включите сейчас, заработает после оплаты.</p>}
      </Connectable>
      {chosen && 'option' in chosen && <OptionDialog user={user} {...chosen} {...dialog} />}
      {chosen && 'program' in chosen && <ProgramDialog {...chosen} {...dialog} />}
    </>
  );
}

const optionKey = ({ option_id }: Option): string => `option-${option_id}`;
const idOf = (chosen: Chosen): string => ('option' in chosen ? optionKey(chosen.option) : programKey(chosen.program));

/** Without the options of the plan there is no sum of all. */
const isWhole = ({ plan }: User, options: PlanOptions | undefined): boolean => plan === null || options !== undefined;

const planLine = (options: PlanOptions | undefined): PlanLine | undefined =>
  options?.plan
    ? {
        name: `Тариф «${options.plan.name}»`,
        price: options.plan.price,
        unit: options.plan.unit,
        cost: priceText(options.plan),
        discount: options.plan.discount,
      }
    : undefined;

const optionItem = (option: Option, onSwitch: (status: Status) => void): SwitchItem => ({
  id: optionKey(option),
  group: 'Опции тарифа',
  name: option.name,
  ...((option.remarks !== '' || option.new_price) && {
    about: (
      <>
        {option.remarks !== '' && <Markup html={option.remarks} />}
        {option.new_price && <p>{newPriceText(option.new_price, 'month')}.</p>}
      </>
    ),
  }),
  cost: priceText({ price: option.price, unit: 'month' }),
  discount: option.discount,
  price: option.price,
  unit: 'month',
  control: option.control,
  onSwitch,
  more: option.oferta === '' ? undefined : { title: 'Условия', content: <Markup html={option.oferta} /> },
});

/** The option or program that the client was switching on before he left to pay. */
function decidedBefore(
  { option, program }: KeptDecision,
  { user, options, programs, common }: Pick<KnownProps, 'user' | 'options' | 'programs' | 'common'>,
): Chosen | undefined {
  const chosen = options?.options.find(({ option_id, control }) => option_id === option && control.status === 'off');
  if (chosen) return { option: chosen, status: 'on' };
  const find = (list: readonly Program[]) =>
    list.find(({ programm_id, control }) => programm_id === program && control.status === 'off');
  const [own, shared] = [find(programs), find(common)];
  if (own) return { program: own, whose: user.user_id, status: 'on' };
  return shared && { program: shared, whose: 'contract', status: 'on' };
}
