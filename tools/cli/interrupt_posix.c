/* Interrupts. See interrupt.h. */
#include "cli/interrupt.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#define WAKE_SECONDS 1

static const struct interrupt {
    int number;
    bool kills; /* in the end; otherwise the exit code shows it */
} interrupts[] = {
    {SIGINT, false}, {SIGTERM, false}, {SIGHUP, false},   {SIGQUIT, true}, {SIGALRM, true},
    {SIGUSR1, true}, {SIGUSR2, true},  {SIGVTALRM, true}, {SIGPROF, true}, {SIGXCPU, true},
};
#define INTERRUPTS (sizeof interrupts / sizeof *interrupts)

static volatile sig_atomic_t caught;
static struct sigaction alarms; /* once an interrupt came */
static void (*die)(int number);

static bool kills(int number) {
    for (size_t i = 0; i < INTERRUPTS; i++)
        if (interrupts[i].number == number) return interrupts[i].kills;
    return false;
}

/* An interrupt that comes between a look at it and a call that waits would not end that wait, so
 * alarms follow it for as long as the process lives. */
static void wake(int number) {
    (void)number;
    alarm(WAKE_SECONDS);
}

static void catch_signal(int number) {
    if (caught != 0 && kills(number)) die(number);
    caught = number;
    sigaction(SIGALRM, &alarms, NULL); /* it may be ignored */
    alarm(WAKE_SECONDS);
}

/* The last step of an exit. */
static void die_if_killed(void) {
    if (kills(caught)) die(caught);
}

void cli_catch_interrupts(void (*deadly)(int number)) {
    die = deadly;
    struct sigaction action = {.sa_handler = catch_signal}; /* no SA_RESTART: reads must return */
    struct sigaction before;
    sigemptyset(&action.sa_mask);
    alarms = action;
    alarms.sa_handler = wake;
    for (size_t i = 0; i < INTERRUPTS; i++) {
        const int number = interrupts[i].number;
        /* A shell lets background jobs ignore SIGINT; that is not a request to continue. */
        const bool always = number == SIGINT || number == SIGTERM;
        sigaction(number, &action, &before);
        if (!always && before.sa_handler != SIG_DFL) sigaction(number, &before, NULL);
    }
    atexit(die_if_killed);
}

int cli_signal(void) {
    return caught;
}

void cli_signals(sigset_t *set) {
    sigemptyset(set);
    for (size_t i = 0; i < INTERRUPTS; i++) sigaddset(set, interrupts[i].number);
}
